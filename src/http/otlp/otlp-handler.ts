import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Signal } from '../../live/otlp/split-request.ts';
import type { Receipt } from '../../live/otlp/telemetry-receiver.ts';
import type { Guard } from '../request/guard.ts';
import { Turns } from '../request/turns.ts';
import { HttpError, errorResponse } from '../response/http-error.ts';
import { decodedExport, encodingOf, exportBody, unreadable } from './export-body.ts';
import { sendExportAnswer, sendRefusal } from './send-export-answer.ts';

export interface OtlpHandlerParts {
  /** Keeps the records of a request. Undefined when it is none. */
  readonly receive: (signal: Signal, message: unknown, request: IncomingMessage) => Promise<Receipt | undefined>;
  readonly guard: Pick<Guard, 'checkHost' | 'checkSite' | 'checkToken'>;
  /** Without it everybody who can reach the address may send. */
  readonly needsToken: boolean;
  /** Called with unexpected errors, which the client does not see. */
  readonly onBug: (error: unknown) => void;
}

/**
 * OTLP/HTTP: `/v1/traces` and `/v1/logs`. A request is answered when its records are on disk. `/v1/metrics` is
 * accepted and dropped: exporters send all three to one address. Never throws.
 */
export function otlpHandler(
  parts: OtlpHandlerParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const turns = new Turns(atOnce, maxWaiting);
  return async (request, response) => {
    const encoding = encodingOf(request);
    try {
      const signal = signalOf(parts, request);
      if (encoding === undefined)
        throw new HttpError(415, 'wrong-type', 'The body is neither protobuf nor JSON.', {
          hint: 'Send it with `Content-Type: application/x-protobuf` or `application/json`.',
        });
      const { rejected, reason } = await turns.take(async () => {
        const bytes = await exportBody(request);
        if (signal === 'metrics') return { rejected: 0, reason: '' };
        const receipt = await parts.receive(signal, decodedExport(signal, encoding, bytes), request).catch(noRoom);
        if (!receipt) throw unreadable(`The body is no export request of ${signal}.`);
        return receipt;
      });
      sendExportAnswer(response, encoding, { counter: counters[signal], rejected, reason });
    } catch (error) {
      // A client that has gone gets nothing.
      if (response.destroyed) return;
      const failure = errorResponse(error, []);
      if (failure.bug !== undefined) parts.onBug(failure.bug);
      sendRefusal(response, encoding ?? 'json', failure);
    }
  };
}

/** Bodies that are in memory at the same time. */
const atOnce = 4;
const maxWaiting = 60;

const counters = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
} as const;

/** Which signal is sent, by one who may. */
function signalOf({ guard, needsToken }: OtlpHandlerParts, request: IncomingMessage): keyof typeof counters {
  guard.checkHost(request);
  guard.checkSite(request, true);
  const [, signal] = /^\/v1\/(traces|logs|metrics)(?:\?|$)/.exec(request.url ?? '') ?? [];
  if (signal === undefined)
    throw new HttpError(404, 'no-such-address', 'There is nothing at this address.', {
      hint: 'Send to /v1/traces, /v1/logs or /v1/metrics.',
    });
  if (request.method !== 'POST')
    throw new HttpError(405, 'wrong-method', 'Telemetry is sent with POST.', {
      hint: 'Use POST.',
      headers: { allow: 'POST' },
    });
  if (needsToken) guard.checkToken(request, true);
  return signal as keyof typeof counters;
}

/** Exporters try again after a 503, and drop what is refused otherwise. */
function noRoom(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT' && error.code !== 'EMFILE') throw error;
  throw new HttpError(503, 'too-many', 'There is no room for it now.', {
    hint: 'Send it again later.',
    headers: { 'retry-after': '30' },
  });
}
