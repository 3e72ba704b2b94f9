import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { StemmaError } from '../../model/stemma-error.ts';
import { decode } from '../../platform/otlp/decode.ts';
import { encode } from '../../platform/otlp/encode.ts';
import { exportResponse, refusal, traceRequest } from '../../platform/otlp/messages.ts';
import { object, text, type JsonObject } from '../../platform/parse-records.ts';
import { redact } from '../../platform/redact.ts';

export interface ReceiverOptions {
  /** Of every request: who we are. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Before the first repetition; each waits twice as long as the one before. */
  readonly waitMs?: number;
  readonly onRetry?: (why: string) => void;
}

export interface Delivered {
  /** As they went over the network. */
  readonly bytes: number;
  /** Spans that the receiver would not take. */
  readonly rejected: number;
  /** What it says about them, or otherwise. */
  readonly message: string;
}

/** The request is too large for the receiver; a smaller one may not be. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

const attempts = 6;
const patience = 30_000;
const longestWait = 60_000;
/** The answers after which OTLP asks to try again. */
const passing = [429, 502, 503, 504];

/** Whatever takes traces over HTTP: a collector, Jaeger, Phoenix, Langfuse, Grafana. */
export class Receiver {
  readonly url: string;
  readonly #options: ReceiverOptions;

  constructor(endpoint: string, options: ReceiverOptions = {}) {
    this.url = tracesUrl(endpoint);
    this.#options = options;
  }

  /** Repeats what failed for the moment: spans have the same ids, whenever they are sent. */
  async send(request: object, signal: AbortSignal): Promise<Delivered> {
    const body = gzipSync(encode(traceRequest, request));
    const { waitMs = 1_000, onRetry } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#post(body, signal);
      if (answer.is === 'taken') return { bytes: body.length, ...partialIn(answer) };
      if (answer.is === 'refused' || attempt === attempts) throw this.#failed(answer);
      onRetry?.(answer.why);
      const wait = answer.waitMs ?? waitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      await sleep(Math.min(wait, longestWait), undefined, { signal });
    }
  }

  async #post(body: Buffer, signal: AbortSignal): Promise<Answer> {
    let response: Response;
    let bytes: Uint8Array;
    try {
      response = await fetch(this.url, {
        method: 'POST',
        // What the headers hold is for this address alone.
        redirect: 'manual',
        headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip', ...this.#options.headers },
        body: new Uint8Array(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      });
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      if (signal.aborted) throw cause;
      return { is: 'busy', why: `it cannot be reached (${reasonOf(cause)})`, waitMs: undefined };
    }
    const { status, headers } = response;
    const type = headers.get('content-type') ?? '';
    if (response.ok) return { is: 'taken', bytes, type };
    if (status === 413) throw new TooLarge();
    const why = `it answered ${status}${messageIn(bytes, type)}`;
    if (passing.includes(status)) return { is: 'busy', why, waitMs: retryAfter(headers.get('retry-after')) };
    return { is: 'refused', why, status };
  }

  #failed(answer: Exclude<Answer, { is: 'taken' }>): StemmaError {
    const hint =
      answer.is === 'busy'
        ? 'Start it and run the same command again: it goes on where it stopped.'
        : answer.status === 401 || answer.status === 403
          ? 'Name who you are with --header, or in OTEL_EXPORTER_OTLP_HEADERS.'
          : 'It must take OTLP over HTTP, as protobuf. `/v1/traces` is added to the address unless it ends so.';
    return new StemmaError('forward-failed', `${this.url} did not take the spans: ${answer.why}.`, { hint });
  }
}

type Answer =
  | { readonly is: 'taken'; readonly bytes: Uint8Array; readonly type: string }
  | { readonly is: 'busy'; readonly why: string; readonly waitMs: number | undefined }
  | { readonly is: 'refused'; readonly why: string; readonly status: number };

function tracesUrl(endpoint: string): string {
  const url = URL.parse(endpoint);
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isHttp || url.username !== '' || url.password !== '')
    throw new StemmaError('bad-argument', `--otlp needs an address of a receiver (got '${redact(endpoint)}').`, {
      hint: isHttp
        ? 'Name and password go into --header authorization=…'
        : 'Such as http://localhost:4318 or https://example.com/otlp.',
    });
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

function partialIn({ bytes, type }: { readonly bytes: Uint8Array; readonly type: string }) {
  const partial = object(bodyOf(bytes, type, exportResponse('rejectedSpans'))['partialSuccess']);
  return { rejected: Number(partial['rejectedSpans'] ?? 0) || 0, message: text(partial['errorMessage']) ?? '' };
}

function messageIn(bytes: Uint8Array, type: string): string {
  const reason =
    text(bodyOf(bytes, type, refusal)['message']) ?? (type.startsWith('text/plain') ? String(Buffer.from(bytes)) : '');
  const line = reason.trim().split('\n')[0]!.slice(0, 200);
  return line === '' ? '' : `: ${redact(line)}`;
}

/** Not every receiver answers as it should; an answer that cannot be read says nothing. */
function bodyOf(bytes: Uint8Array, type: string, message: Parameters<typeof decode>[0]): JsonObject {
  try {
    return type.includes('json') ? object(JSON.parse(String(Buffer.from(bytes)))) : decode(message, bytes);
  } catch {
    return {};
  }
}

/** Seconds, or a date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? 1000 * Number(header) : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function reasonOf(cause: unknown): string {
  const { cause: inner, message } = cause as Error & {
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  return inner?.code ?? inner?.message ?? message;
}
