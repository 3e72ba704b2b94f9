import { gzipSync } from 'node:zlib';
import { spanBatches, traceRequest } from '../../ask/export/otlp/trace-requests.ts';
import type { SpanOptions } from '../../ask/export/otlp/session-spans.ts';
import type { Span } from '../../ask/export/otlp/span.ts';
import type { Session } from '../../model/session.ts';
import type { StemmaError } from '../../model/stemma-error.ts';
import { encode } from '../../platform/otlp/encode.ts';
import { traceRequest as requestMessage } from '../../platform/otlp/messages.ts';
import type { StoreReader } from '../../store/store.ts';
import type { Forwarded } from './forwarded.ts';
import { TooLarge, type Receiver } from './receiver.ts';

export interface ForwardOptions extends Omit<SpanOptions, 'raw' | 'onDamage'> {
  /** Redacted: this is sent. */
  readonly read: StoreReader;
  readonly forwarded: Pick<Forwarded, 'get' | 'put'>;
  /** Undefined to send nothing, and to count what would be sent. */
  readonly receiver: Pick<Receiver, 'send'> | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: (report: ForwardReport) => void;
}

export interface ForwardReport {
  readonly sessions: number;
  readonly spans: number;
  /** Compressed. */
  readonly bytes: number;
  /** Sessions of which everything had been sent before. */
  readonly up_to_date: number;
  /** Spans that the receiver would not take, and what it said about them. */
  readonly rejected: number;
  readonly messages: readonly string[];
  /** Parts of the archive that are damaged; what was in them is not in the spans. */
  readonly damaged: readonly string[];
}

/** Sends sessions as traces, each as far as it was not sent. Stopped at any moment, the next one goes on from there. */
export async function forward(sessions: AsyncIterable<Session>, options: ForwardOptions): Promise<ForwardReport> {
  const run = new ForwardRun(options);
  for await (const session of sessions) {
    options.signal.throwIfAborted();
    await run.session(session);
  }
  return run.report;
}

class ForwardRun {
  readonly #options: ForwardOptions;
  readonly #messages = new Set<string>();
  readonly #damaged = new Set<string>();
  #counts = { sessions: 0, spans: 0, bytes: 0, up_to_date: 0, rejected: 0 };

  constructor(options: ForwardOptions) {
    this.#options = options;
  }

  get report(): ForwardReport {
    return { ...this.#counts, messages: [...this.#messages], damaged: [...this.#damaged] };
  }

  async session(session: Session): Promise<void> {
    const { read, forwarded, receiver, onProgress, sources, withoutContent = false } = this.#options;
    const state = stateOf(session, withoutContent);
    const mark = forwarded.get(session.uid);
    if (mark?.state === state && mark.spans === null) {
      this.#counts.up_to_date += 1;
      return;
    }
    const after = mark?.after ?? 0;
    const skip = mark?.state === state ? (mark.spans ?? 0) : 0;
    const onDamage = ({ message }: StemmaError): void => void this.#damaged.add(message);
    let last = after;
    this.#counts.sessions += 1;
    for await (const { spans, through, seq } of spanBatches(read, session, {
      sources,
      withoutContent,
      onDamage,
      after,
      skip,
    })) {
      await this.#send(session, spans);
      last = Math.max(last, seq);
      if (receiver) forwarded.put(session.uid, { state, after, spans: through });
      onProgress?.(this.report);
    }
    if (receiver) forwarded.put(session.uid, { state, after: last, spans: null });
  }

  /** Half of it at a time where the receiver finds it too large. */
  async #send(session: Session, spans: readonly Span[]): Promise<void> {
    const { receiver, signal } = this.#options;
    const request = traceRequest(session, spans);
    if (!receiver) {
      this.#counts.spans += spans.length;
      this.#counts.bytes += gzipSync(encode(requestMessage, request)).length;
      return;
    }
    try {
      const { bytes, rejected, message } = await receiver.send(request, signal);
      this.#counts.spans += spans.length;
      this.#counts.bytes += bytes;
      this.#counts.rejected += rejected;
      if (message !== '') this.#messages.add(message);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      if (spans.length === 1) {
        this.#counts.rejected += 1;
        this.#messages.add('A span is too large for it.');
        return;
      }
      const half = spans.length >> 1;
      await this.#send(session, spans.slice(0, half));
      await this.#send(session, spans.slice(half));
    }
  }
}

function stateOf({ events, ended_at, outcome }: Session, withoutContent: boolean): string {
  return [events, ended_at ?? '', outcome, ...(withoutContent ? ['without content'] : [])].join(' ');
}
