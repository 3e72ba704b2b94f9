import type { ServerSetting } from '../../../sources/agent/install.ts';
import { serverIn, withoutServer, withServer } from './in-json.ts';
import { tableIn, withoutTable, withTable } from './in-toml.ts';
import { itemIn, withItem, withoutItem } from './in-yaml.ts';
import type { McpCommand, McpSettings } from '../../../sources/agent/mcp.ts';

/** Its name in every agent; tools are then called `mcp__stemma__why` or similar. */
const serverName = 'stemma';

type Where = Pick<McpSettings, 'format' | 'under'>;

/** The state of a server of our name: it starts stemma correctly, in an outdated way, or it belongs to the person. */
export type Standing = 'absent' | 'ours' | 'outdated' | 'strange';

/**
 * Ours starts the script in stemma's home; other settings (disabled, allowed tools) are up to the person. Throws where
 * the settings cannot be parsed.
 */
export function standingIn(text: string, { format, under }: Where, { command, args }: McpCommand): Standing {
  const entry = { json: serverIn, toml: tableIn, yaml: itemIn }[format](text, under, serverName);
  if (entry === undefined) return 'absent';
  const has = (word: string): boolean => entry.includes(JSON.stringify(word)) || entry.includes(`'${word}'`);
  return !args.every(has) ? 'strange' : has(command) ? 'ours' : 'outdated';
}

/** An agent's settings with our server, where there was none. */
export function withMcp(text: string, { format, under }: Where, entry: NonNullable<ServerSetting['entry']>): string {
  const start = format === 'json' && text.trim() === '' ? '{}\n' : text;
  return { json: withServer, toml: withTable, yaml: withItem }[format](start, under, serverName, entry);
}

/** The settings without it; `before` is what they held before us, if that is known. */
export function withoutMcp(text: string, { format, under }: Where, before: string | undefined): string {
  if (format === 'json') return withoutServer(text, under, serverName, before);
  const rest = { toml: withoutTable, yaml: withoutItem }[format](text, under, serverName, before);
  // A missing newline at the end was added.
  return before !== undefined && rest.trimEnd() === before.trimEnd() ? before : rest;
}
