import type { ServerResponse } from 'node:http';
import { encode } from '../../platform/otlp/encode.ts';
import { exportResponse, refusal } from '../../platform/otlp/messages.ts';
import type { Message } from '../../platform/otlp/messages.ts';
import type { ErrorResponse } from '../response/http-error.ts';
import { everywhere } from '../response/security-headers.ts';
import type { Encoding } from './export-body.ts';

export interface PartialSuccess {
  readonly counter: 'rejectedSpans' | 'rejectedLogRecords' | 'rejectedDataPoints';
  readonly rejected: number;
  readonly reason: string;
}

/** OTLP's answers: 200 with what was rejected, or a status with its reason, in the encoding of the request. */
export function sendExportAnswer(
  response: ServerResponse,
  encoding: Encoding,
  { counter, rejected, reason }: PartialSuccess,
): void {
  const answer = rejected === 0 ? {} : { partialSuccess: { [counter]: String(rejected), errorMessage: reason } };
  send(response, encoding, 200, {}, exportResponse(counter), answer);
}

export function sendRefusal(
  response: ServerResponse,
  encoding: Encoding,
  { status, headers, body: { error } }: ErrorResponse,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const answer = { code: rpcCodes[status] ?? 2, message: `${error.message} ${error.hint}` };
  // The unread rest of a request would be taken for the next one.
  send(response, encoding, status, { ...headers, connection: 'close' }, refusal, answer);
}

/** What `google.rpc.Code` calls these. */
const rpcCodes: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  413: 11,
  415: 3,
  500: 13,
  503: 14,
};

function send(
  response: ServerResponse,
  encoding: Encoding,
  status: number,
  headers: Readonly<Record<string, string>>,
  message: Message,
  answer: object,
): void {
  const bytes = encoding === 'json' ? Buffer.from(JSON.stringify(answer)) : encode(message, answer);
  response.writeHead(status, {
    ...everywhere,
    ...headers,
    'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf',
    'content-length': bytes.length,
  });
  response.end(bytes);
}
