import type { EventId } from '../../model/ids.ts';
import type { EndOfScope, Within } from './line-of.ts';
import type { Ended, LogEvent, ScopeEvent } from './log-event.ts';

/** What a scope needs of its logger. */
export interface ScopeParts {
  log(event: LogEvent, within: Within): EventId;
  startScope(event: ScopeEvent, within: Within): Scope;
  run<T>(within: Within, run: () => T): T;
  end(begun: Begun, end: Omit<EndOfScope, 'ms'>, more: Ended): void;
}

/** Which call it is, and when it began. */
export interface Begun {
  readonly id: EventId;
  readonly key: string;
  readonly at: number;
}

/**
 * Something that has begun: a call, which gets its result from `end` or `fail`. Only the first of them counts. A scope
 * that is left without either, by a `using` block, by the end of the process or of the logger, is logged as
 * interrupted, because nobody reported success.
 */
export class Scope implements Disposable, AsyncDisposable {
  readonly #begun: Begun;
  readonly #parts: ScopeParts;
  readonly #within: Within;
  #isOver = false;

  constructor(begun: Begun, parts: ScopeParts) {
    this.#begun = begun;
    this.#parts = parts;
    this.#within = { id: begun.id, isScope: true };
  }

  get id(): EventId {
    return this.#begun.id;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Hangs under this scope, wherever it is called from. */
  log(event: LogEvent): EventId {
    return this.#parts.log(event, this.#within);
  }

  startScope(event: ScopeEvent): Scope {
    return this.#parts.startScope(event, this.#within);
  }

  /** Whatever is logged inside, now and later, hangs under this scope. It does not end it. */
  run<T>(run: () => T): T {
    return this.#parts.run(this.#within, run);
  }

  /** It went well. */
  end(output?: unknown, more: Ended = {}): void {
    this.#close({ outcome: 'ok', output }, more);
  }

  /** It failed: `error` is what was thrown, or any text. */
  fail(error?: unknown, more: Ended = {}): void {
    this.#close({ outcome: 'failed', output: whatWasThrown(error) }, more);
  }

  /** Nobody will say how it ended. */
  abandon(): void {
    this.#close({ outcome: 'unfinished' }, {});
  }

  [Symbol.dispose](): void {
    this.abandon();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.abandon();
  }

  #close(end: Omit<EndOfScope, 'ms'>, more: Ended): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.end(this.#begun, end, more ?? {});
  }
}

/** A stack begins with the message. */
function whatWasThrown(error: unknown, deeper = 4): unknown {
  try {
    if (!(error instanceof Error)) return error;
    const { stack, message, name } = error;
    const text = stack !== undefined && stack.includes(message) ? stack : `${name}: ${message}\n${stack ?? ''}`;
    return error.cause === undefined || deeper === 0
      ? text
      : `${text}\ncaused by ${String(whatWasThrown(error.cause, deeper - 1))}`;
  } catch {
    return 'an error that cannot be shown';
  }
}
