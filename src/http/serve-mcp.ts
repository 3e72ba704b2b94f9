import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { readRequestBody } from './request/read-request-body.ts';
import type { Exchange, HttpContext } from './route.ts';
import { dataPolicy, everywhere } from './response/security-headers.ts';
import { HttpError } from './response/http-error.ts';

/** Passes a request to the MCP server, which works with `Request` and `Response`. Access was checked before. */
export async function serveMcp(mcp: HttpContext['mcp'], { request, response }: Exchange): Promise<void> {
  if (!mcp)
    throw new HttpError(404, 'no-such-address', 'There is no MCP server here.', {
      hint: '`stemma mcp` is one for agents of this machine.',
    });
  const method = request.method ?? 'GET';
  const body = method === 'POST' ? await readRequestBody(request, maxBytes) : undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'authorization') headers.set(name, value);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const answer = await mcp(
    new Request('http://localhost/mcp', { method, headers, signal: gone.signal, ...(body && { body }) }),
  );
  response.writeHead(answer.status, {
    ...everywhere,
    ...Object.fromEntries(answer.headers),
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
  });
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  else response.end();
}

/** A failure may be reported with its whole output. */
const maxBytes = 1024 * 1024;
