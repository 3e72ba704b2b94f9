import { hasTable, withoutTable, withTable } from './in-toml.ts';
import { serverIn, withoutServer, withServer } from './in-json.ts';
import { serverName } from './place.ts';
import type { McpCommand, McpPlace } from './place.ts';

/** An agent's settings with our MCP server. `text` is undefined when there is no such file yet. Throws where it is not understood; then it is left alone. */
export function withMcp(text: string | undefined, { format, under, entry }: McpPlace, server: McpCommand): string {
  if (format === 'toml') return withTable(text ?? '', under, serverName, entry(server));
  return withServer(text === undefined || text.trim() === '' ? '{}\n' : text, under, serverName, entry(server));
}

/** The settings as they were; undefined when the file was ours alone. `before` is what it held before us, if that is known. */
export function withoutMcp(text: string, { format, under }: McpPlace, before: string | undefined): string | undefined {
  if (format === 'json') return withoutServer(text, under, serverName, before);
  const rest = withoutTable(text, under, serverName);
  // A last line without its end was given one.
  if (before !== undefined && rest.trimEnd() === before.trimEnd()) return before;
  return rest.trim() === '' && before === undefined ? undefined : rest;
}

export function hasMcp(text: string, { format, under }: McpPlace): boolean {
  return format === 'json' ? serverIn(text, under, serverName) !== undefined : hasTable(text, under, serverName);
}
