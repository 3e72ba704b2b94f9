import type { IncomingMessage } from 'node:http';
import { HttpError } from '../response/http-error.ts';

/**
 * The whole body, which must be JSON and not larger than `maxBytes`. The excess is discarded as it arrives, and the
 * answer does not wait for it.
 */
export async function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const type = request.headers['content-type'] ?? '';
  // A form of any website can send other types without asking first.
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw new HttpError(415, 'wrong-type', 'The body is not JSON.', {
      hint: 'Send it with `Content-Type: application/json`.',
    });
  if (request.headers['content-encoding'] !== undefined)
    throw new HttpError(415, 'wrong-type', 'The body is compressed.', { hint: 'Send it as it is.' });
  return await collectBody(request, maxBytes);
}

/** The bytes of a body of any type, as they were sent. */
export async function collectBody(request: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else reject(tooLarge(maxBytes));
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () =>
      reject(new HttpError(400, 'bad-request', 'The body ended before its end.', { hint: 'Send all of it.' })),
    );
  });
}

export function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, 'too-large', `The body is larger than ${Math.round(maxBytes / 1024)} KB.`, {
    hint: 'Send less.',
  });
}
