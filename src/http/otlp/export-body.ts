import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { DecodeError, decode } from '../../platform/otlp/decode.ts';
import { logsRequest, traceRequest } from '../../platform/otlp/messages.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { Signal } from '../../live/otlp/split-request.ts';
import { collectBody, tooLarge } from '../request/read-request-body.ts';
import { HttpError } from '../response/http-error.ts';

/** How bodies are written, there and back. */
export type Encoding = 'protobuf' | 'json';

/** Of a request, unpacked. Exporters send batches of 512 records; collectors accept no more than this either. */
export const maxBytes = 16 * 1024 * 1024;

export function encodingOf({ headers }: IncomingMessage): Encoding | undefined {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return type === 'application/x-protobuf' ? 'protobuf' : type === 'application/json' ? 'json' : undefined;
}

/** The bytes of a request, unpacked. */
export async function exportBody(request: IncomingMessage): Promise<Buffer> {
  const packing = request.headers['content-encoding'] ?? 'identity';
  if (packing !== 'identity' && packing !== 'gzip')
    throw new HttpError(415, 'wrong-type', `The body is packed with ${packing.slice(0, 40)}.`, {
      hint: 'Send it with gzip, or as it is.',
    });
  const bytes = await collectBody(request, maxBytes);
  if (packing === 'identity') return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw unreadable('The body cannot be unpacked: it is no gzip, or not all of it.');
  }
}

/** What a body says, in OTLP's JSON. */
export function decodedExport(signal: Signal, encoding: Encoding, bytes: Buffer): unknown {
  try {
    return encoding === 'json'
      ? parseJson(bytes.toString())
      : decode(signal === 'traces' ? traceRequest : logsRequest, bytes);
  } catch (error) {
    if (error instanceof DecodeError) throw unreadable(`The body is no protobuf message of OTLP. ${error.message}`);
    if (error instanceof SyntaxError || error instanceof RangeError) throw unreadable('The body is no JSON.');
    throw error;
  }
}

export function unreadable(message: string): HttpError {
  return new HttpError(400, 'bad-request', message, { hint: 'Send an export request of OTLP 1.' });
}
