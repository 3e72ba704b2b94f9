import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Answer } from './answer-cache.ts';
import { compress, encodingFor, type Encoding } from './compress.ts';
import type { PageFile } from './page-files.ts';
import { dataPolicy, everywhere, pagePolicy } from './security-headers.ts';
import type { ErrorResponse } from './http-error.ts';

type Headers = Readonly<Record<string, string>>;

interface Body {
  readonly hash: string;
  readonly bytes: number;
  as(encoding: Encoding): Promise<Buffer>;
}

/** An answer that is not JSON. */
export interface File {
  readonly type: string;
  readonly content: Uint8Array | Readable;
  /** The file name for saving; shown inline when absent. */
  readonly saveAs?: string;
}

/** An answer of the API, or 304 when the client has it already. */
export async function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const headers: Headers = {
    'content-type': 'application/json; charset=utf-8',
    // May be stored, but must be revalidated each time: an unchanged answer costs only its tag.
    'cache-control': 'private, no-cache',
    'content-security-policy': dataPolicy,
    ...(answer.next !== null && { link: `<${nextAddress(request.url ?? '/', answer.next)}>; rel="next"` }),
  };
  await sendBody(request, response, answer, headers);
}

/** JSON that is made once and never asked for again. */
export async function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  answer: object,
): Promise<void> {
  const plain = Buffer.from(JSON.stringify(answer));
  const encoding = encodingFor(request.headers['accept-encoding'], plain.length);
  const bytes = await compress(plain, encoding);
  response.writeHead(status, {
    ...everywhere,
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
    vary: 'accept-encoding',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  response.end(bytes);
}

export async function sendPage(request: IncomingMessage, response: ServerResponse, file: PageFile): Promise<void> {
  await sendBody(request, response, file, {
    'content-type': file.type,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': file.type.startsWith('text/html') ? pagePolicy : dataPolicy,
  });
}

/** Bytes or text, streamed at the speed of the client. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { type, content, saveAs }: File,
): Promise<void> {
  const headers: Headers = {
    ...everywhere,
    'content-type': type,
    'cache-control': 'private, no-cache',
    'content-security-policy': dataPolicy,
    'content-disposition':
      saveAs === undefined ? 'inline' : `attachment; filename="${saveAs.replace(/[^\w.-]+/g, '-')}"`,
  };
  if (content instanceof Uint8Array) {
    response.writeHead(200, { ...headers, 'content-length': content.length });
    response.end(request.method === 'HEAD' ? undefined : content);
    return;
  }
  // A client that stops reading must not keep it open.
  request.socket.setTimeout(stalledMs);
  const encoding = encodingFor(request.headers['accept-encoding'], Infinity);
  response.writeHead(200, {
    ...headers,
    vary: 'accept-encoding',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  if (request.method === 'HEAD') {
    content.destroy();
    response.end();
    return;
  }
  if (encoding === 'identity') await pipeline(content, response);
  else
    await pipeline(
      content,
      encoding === 'br'
        ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
        : createGzip({ level: 4 }),
      response,
    );
}

export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ErrorResponse,
): void {
  if (response.headersSent) {
    // A cut answer must not be taken for the whole.
    response.destroy();
    return;
  }
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...everywhere,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': text.length,
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
    // The unread rest of a request would be taken for the next one.
    ...(!request.complete && { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
  headers: Headers,
): Promise<void> {
  const encoding = encodingFor(request.headers['accept-encoding'], body.bytes);
  const all: Record<string, string | number> = { ...everywhere, ...headers, vary: 'accept-encoding' };
  const known = knownTag(request.headers['if-none-match'], body.hash);
  if (known !== undefined) {
    response.writeHead(304, { ...all, etag: known });
    response.end();
    return;
  }
  const bytes = await body.as(encoding);
  response.writeHead(200, {
    ...all,
    etag: tagOf(body.hash, encoding),
    'content-length': bytes.length,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** A strong tag: it changes with the bytes and with the encoding. */
function tagOf(hash: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
}

/** The client may hold it in any encoding. */
function knownTag(has: string | undefined, hash: string): string | undefined {
  if (has === undefined) return undefined;
  const tags = has.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return (['br', 'gzip', 'identity'] as const)
    .map((encoding) => tagOf(hash, encoding))
    .find((tag) => tags.includes(tag));
}

function nextAddress(url: string, next: number | string): string {
  const { pathname, searchParams } = new URL(url, 'http://stemma');
  searchParams.set('after', String(next));
  return `${pathname}?${searchParams.toString()}`;
}

const stalledMs = 60_000;
