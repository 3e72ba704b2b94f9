import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Archive } from '../ask/archive/archive.ts';
import type { ArchiveParts } from '../ask/archive/archive.ts';
import { createServer } from './create-server.ts';
import type { McpContext } from './tool.ts';

export interface McpOptions extends ArchiveParts, Omit<McpContext, 'archive'> {
  readonly version: string;
  /**
   * Prints what the client does not learn: broken messages, a closed pipe. Never to standard output, which carries the
   * protocol.
   */
  readonly print: (text: string) => void;
}

/** Serves one client over standard input and output until it is gone. */
export async function serveStdio({ version, print, ...parts }: McpOptions): Promise<void> {
  await using archive = new Archive(parts);
  const context: McpContext = {
    archive,
    sources: parts.sources,
    clock: parts.clock,
    workspace: parts.workspace,
    folder: parts.folder,
  };
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  const transport = new StdioServerTransport();
  const handle = serve(() => createServer(context, version), {
    transport,
    onerror: ({ message }) => print(`mcp: ${message}`),
  });
  process.stdin.once('end', leave);
  process.stdin.once('close', leave);
  await gone;
  await handle.close();
}
