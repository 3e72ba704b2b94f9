import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { createServer } from './create-server.ts';
import type { McpContext } from './tool.ts';

export interface HttpOptions {
  readonly version: string;
  readonly print: (text: string) => void;
  /**
   * Host names that are accepted; the machine's own by default, `checked` when the caller has checked them. A page of
   * any website can send requests here, but not under these names.
   */
  readonly hosts?: readonly string[] | 'checked';
}

export interface HttpHandler {
  /** Answers one request to the address of the server. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The same server over streamable HTTP. Only the archive is kept between two requests. */
export function httpHandler(context: McpContext, { version, print, hosts }: HttpOptions): HttpHandler {
  const handler = createMcpHandler(() => createServer(context, version), {
    onerror: ({ message }) => print(`mcp: ${message}`),
  });
  if (hosts === 'checked') return handler;
  const names = hosts ? [...hosts] : localhostAllowedHostnames();
  const origins = hosts ? [...hosts] : localhostAllowedOrigins();
  return {
    async fetch(request) {
      return (
        hostHeaderValidationResponse(request, names) ??
        originValidationResponse(request, origins) ??
        (await handler.fetch(request))
      );
    },
    close: () => handler.close(),
  };
}
