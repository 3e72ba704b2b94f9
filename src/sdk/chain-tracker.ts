import type { Entry } from '../entries/entry.ts';
import { markFailed } from '../entries/mark-failed.ts';
import { markResolved } from '../entries/mark-resolved.ts';
import { recordErrorEvent } from '../entries/record-error-event.ts';
import { recordFixAttempt } from '../entries/record-fix-attempt.ts';
import { chainStatistics } from '../ask/errors/chain-statistics.ts';
import type { ChainStatistics } from '../ask/errors/chain-statistics.ts';
import { findChain } from '../ask/find/find-chain.ts';
import type { Input, OptionFields } from '../ask/question/field.ts';
import { knownFailures, otherModel, similar } from '../ask/similar/similar.ts';
import type { KnownFailures, SimilarAnswer, SimilarOptions } from '../ask/similar/similar.ts';
import { unresolved } from '../ask/unresolved/unresolved.ts';
import type { ManualAttempt, ManualFailure } from '../ingest/manual/manual-failure.ts';
import type { Endpoint } from '../memory/embed/endpoint.ts';
import type { Chain, ErrorContext } from '../model/chain.ts';
import type { ChainId } from '../model/ids.ts';
import type { StoreReader } from '../store/store.ts';
import { EntryQueue } from './entry-queue.ts';
import { chainMethods } from './chain-methods.ts';
import { parseArguments, type Method } from './parse-arguments.ts';
import { failureOf } from './thrown.ts';
import type { TrackedArchive } from './tracked-archive.ts';

/** A failure to remember. */
export interface ErrorReport extends ManualFailure {
  /** The session it happened in: its uid, or a name of one that is here. */
  readonly session?: string;
}

/** What is known about a thrown value besides what it says itself. */
export interface ThrownContext extends ErrorContext, Pick<ErrorReport, 'session' | 'at'> {}

/** A page of chains, the newest first. */
export interface ChainsAnswer {
  readonly chains: readonly Chain[];
  readonly total: number;
  readonly truncated: boolean;
  /** `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

export interface ChainsPage {
  /** 1 to 100; 20 when absent. */
  readonly limit?: number;
  readonly after?: number;
}

export interface TrackerParts {
  readonly archive: TrackedArchive;
  readonly workspace: string;
  readonly clock: () => number;
  /** A model of your own, asked what is near in meaning. */
  readonly embedding?: Endpoint;
  /** Called with the reason when the post-error hook could not record something. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Manual entries about failures: an error event, attempts 1..n, then resolved, or given up and in need of review. They
 * live in one archive, and appear in one answer, with what stemma mined from sessions; mined chains can be annotated
 * too. Bad input is refused with a `StemmaError` and nothing is written. Another writer is waited for; nothing is
 * locked between two calls.
 */
export class ChainTracker implements AsyncDisposable {
  readonly #parts: TrackerParts;
  readonly #queue: EntryQueue;
  readonly #recorded = new WeakMap<object, Promise<ChainId | null>>();
  #known: KnownFailures | undefined;
  /** Something was written since the failures were last searched. */
  #hasNews = false;

  constructor(parts: TrackerParts) {
    this.#parts = parts;
    this.#queue = new EntryQueue({
      archive: parts.archive,
      workspace: parts.workspace,
      clock: parts.clock,
      seesAny: async (read) => (await read.findChains('ch_', 1)).length > 0,
    });
  }

  /** Opens the archive and says whether it can be used. It need not be called; it makes nothing. */
  async initialize(): Promise<void> {
    await this.#read();
  }

  /** The id is that of the error event and of its chain. */
  async recordErrorEvent(report: ErrorReport): Promise<ChainId> {
    return (await this.#act(recordErrorEvent, [report])).id;
  }

  /** The id is that of the attempt. One that was successful resolves the chain. */
  async recordFixAttempt(chain: string, attempt: ManualAttempt): Promise<string> {
    return (await this.#act(recordFixAttempt, [chain, attempt])).attempt;
  }

  /** `fix` is the attempt that helped, if one did. */
  async markResolved(chain: string, fix?: string): Promise<void> {
    await this.#act(markResolved, [chain, fix]);
  }

  /** Nothing helped, and somebody should look at it. Attempts and a resolution may still be recorded. */
  async markFailed(chain: string): Promise<void> {
    await this.#act(markFailed, [chain]);
  }

  /**
   * The post-error hook: records what was thrown, whatever it is, with its stack and its place. It never throws and
   * never waits for long inside your program: the answer is a promise that never fails, null when nothing could be
   * recorded. The same error is recorded once.
   */
  postError(thrown: unknown, about: ThrownContext = {}): Promise<ChainId | null> {
    const isObject = typeof thrown === 'object' && thrown !== null;
    const before = isObject ? this.#recorded.get(thrown) : undefined;
    if (before) return before;
    const recording = this.#record(thrown, about).then((id) => {
      // What could not be recorded may be recorded later.
      if (isObject && id === null) this.#recorded.delete(thrown);
      return id;
    });
    if (isObject) this.#recorded.set(thrown, recording);
    return recording;
  }

  /** The same function, whose errors are recorded by the post-error hook and thrown on, at once and as they are. */
  recordsErrors<This, Args extends readonly unknown[], Result>(
    work: (this: This, ...args: Args) => Result,
    about: ThrownContext = {},
  ): (this: This, ...args: Args) => Result {
    const record = (thrown: unknown): never => {
      void this.postError(thrown, about);
      throw thrown;
    };
    return function (...args) {
      try {
        const result = work.apply(this, args as unknown as Args & unknown[]);
        return result instanceof Promise ? (result.catch(record) as Result) : result;
      } catch (thrown) {
        return record(thrown);
      }
    };
  }

  /**
   * Past failures like this one with their fixes, manual or mined, the best first. `limit` is 1 to 100, 5 when absent.
   */
  async querySimilarFailures(message: string, options: Omit<SimilarOptions, 'now'> = {}): Promise<SimilarAnswer> {
    const { message: sought, ...checked } = this.#parse(chainMethods.querySimilarFailures, [message, options]);
    return similar(await this.#knownFailures(), sought, { ...checked, now: this.#parts.clock() });
  }

  async getCausalChain(chain: string): Promise<Chain> {
    const { chain: name } = this.#parse(chainMethods.getCausalChain, [chain]);
    return findChain(await this.#read(), name);
  }

  /** Open, or given up: what nothing is known to have helped. */
  async getUnresolvedChains(page: ChainsPage = {}): Promise<ChainsAnswer> {
    const checked = this.#parse(chainMethods.getUnresolvedChains, [page]);
    const { unresolved: found, ...rest } = await unresolved(await this.#read(), checked);
    return { chains: found.map(({ chain }) => chain), ...rest };
  }

  async getAllChains(page: ChainsPage = {}): Promise<ChainsAnswer> {
    const { limit, after } = this.#parse(chainMethods.getAllChains, [page]);
    const { chains, total } = await (await this.#read()).chains({}, { limit, offset: after });
    const end = after + chains.length;
    return { chains, total, truncated: end < total, next: end < total ? end : null };
  }

  /** Error types by count, and how many failures are not resolved. */
  async getStatistics(): Promise<ChainStatistics> {
    return chainStatistics(await this.#read());
  }

  /** What an error event is about, in 384 dimensions: the vector of its message, of unit length. */
  async getEmbedding(chain: string): Promise<Float32Array> {
    const { error } = await this.getCausalChain(chain);
    const { embed } = await import('../memory/embed/embed.ts');
    return embed(error.message).slice();
  }

  /** Waits for what is still being recorded. */
  async close(): Promise<void> {
    await this.#queue.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #record(thrown: unknown, about: ThrownContext): Promise<ChainId | null> {
    try {
      const { session, at, ...others } = about;
      const text = failureOf(thrown);
      // A failure is not lost for what else somebody knows of it.
      const context = Object.fromEntries(
        Object.entries(others).filter(([name]) => Object.hasOwn(recordErrorEvent.input.context.fields, name)),
      );
      return await this.recordErrorEvent({
        ...text,
        context: { ...text.context, ...context },
        ...(session !== undefined && { session }),
        ...(at !== undefined && { at }),
      });
    } catch (error) {
      try {
        this.#parts.onError?.(error);
      } catch {
        // A listener that throws must not break the recording.
      }
      return null;
    }
  }

  async #read(): Promise<StoreReader> {
    this.#queue.refuseClosed();
    return this.#parts.archive.read();
  }

  async #knownFailures(): Promise<KnownFailures> {
    const read = await this.#read();
    if (this.#known?.read !== read)
      this.#known = knownFailures(read, this.#parts.embedding && otherModel(this.#parts.embedding));
    // The index looks for news only once in a while; after a write of this tracker it must look at once.
    const isStale = this.#hasNews;
    this.#hasNews = false;
    if (isStale) await this.#known.index(this.#parts.clock(), true);
    return this.#known;
  }

  #parse<F extends OptionFields>(method: Method<F>, args: readonly unknown[]): Input<F> {
    return parseArguments(method, args, this.#parts.clock());
  }

  async #act<F extends OptionFields, Answer>(entry: Entry<F, Answer>, args: readonly unknown[]): Promise<Answer> {
    const answer = await this.#queue.run(entry, this.#parse(entry, args));
    this.#hasNews = true;
    return answer;
  }
}
