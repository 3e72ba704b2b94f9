import type { Entry } from '../entries/entry.ts';
import { markFailed } from '../entries/mark-failed.ts';
import { markResolved } from '../entries/mark-resolved.ts';
import { largestContext, recordErrorEvent } from '../entries/record-error-event.ts';
import { recordFixAttempt } from '../entries/record-fix-attempt.ts';
import { chainStatistics } from '../ask/errors/chain-statistics.ts';
import type { ChainStatistics } from '../ask/errors/chain-statistics.ts';
import { findChain } from '../ask/find/find-chain.ts';
import type { Input, OptionFields } from '../ask/question/field.ts';
import { jsonObject } from '../ask/question/json-object.ts';
import { knownFailures, otherModel, similar } from '../ask/similar/similar.ts';
import type { KnownFailures, Match, SimilarAnswer, SimilarOptions } from '../ask/similar/similar.ts';
import { unresolved } from '../ask/unresolved/unresolved.ts';
import type { ManualAttempt, ManualFailure } from '../ingest/manual/manual-failure.ts';
import { modelAt } from '../memory/embed/model/model-at.ts';
import type { Endpoint } from '../memory/embed/endpoint.ts';
import type { ErrorContext } from '../model/chain.ts';
import type { ChainId } from '../model/ids.ts';
import { StemmaError } from '../model/stemma-error.ts';
import type { StoreReader } from '../store/store.ts';
import { EntryQueue } from './entry-queue.ts';
import { causalChain, type CausalChain } from './causal-chain.ts';
import { chainMethods } from './chain-methods.ts';
import { listed, type Listed } from './listed.ts';
import { parseArguments, type Method } from './parse-arguments.ts';
import { failureOf } from './thrown.ts';
import type { TrackedArchive } from './tracked-archive.ts';

/** A failure to remember. `error` and `sessionId` are other names of `message` and `session`. */
export type ErrorReport = ErrorDetails & (Pick<ManualFailure, 'message'> | { readonly error: string });

export interface ErrorDetails extends Omit<ManualFailure, 'message'> {
  /** The session it happened in: its uid, the agent's own id, or a name of your own. It need not be here yet. */
  readonly session?: string;
  readonly sessionId?: string;
}

/** An attempt to fix it. `actionTaken` is another name of `action`. */
export type AttemptReport = Omit<ManualAttempt, 'action'> & {
  /** The session it was made in, if another than the failure's. */
  readonly session?: string;
  readonly sessionId?: string;
} & (Pick<ManualAttempt, 'action'> | { readonly actionTaken: string });

/** A failure by the id of its chain. */
export type OfChain = { readonly chain: string } | { readonly causalChainId: string };

/** What fixed a failure, and how long that took. `successfulFixId` is another name of `fix`. */
export interface Resolution {
  readonly fix?: string;
  readonly successfulFixId?: string;
  /** From the failure until now when absent. */
  readonly resolutionTimeMinutes?: number;
}

/** What is known about a thrown value besides what it says itself: `session`, `at`, and anything for its context. */
export interface ThrownContext extends ErrorContext, Pick<ErrorDetails, 'session' | 'at'> {}

export type SimilarRequest = Omit<SimilarOptions, 'now'>;

/** A page of chains, the newest first. */
export interface ChainsAnswer {
  readonly chains: readonly CausalChain[];
  readonly total: number;
  readonly truncated: boolean;
  /** `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

export interface ChainsPage {
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  readonly after?: number;
}

export interface UnresolvedPage extends ChainsPage {
  /** Only those that were given up, or for which everything that was tried failed. */
  readonly needsReview?: boolean;
}

export interface TrackerParts {
  readonly archive: TrackedArchive;
  readonly workspace: string;
  readonly clock: () => number;
  /** stemma's home, where a model may have been added. */
  readonly home?: string;
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
  async recordErrorEvent(...args: [report: ErrorReport] | [message: string, details?: ErrorDetails]): Promise<ChainId> {
    return (await this.#act(recordErrorEvent, args)).id;
  }

  /** The id is that of the attempt. One that was successful resolves the chain. */
  async recordFixAttempt(
    ...args: [chain: string, attempt: AttemptReport] | [attempt: AttemptReport & OfChain]
  ): Promise<string> {
    return (await this.#act(recordFixAttempt, args)).attempt;
  }

  /** `fix` is the attempt that helped, if one did. */
  async markResolved(
    ...args:
      | [chain: string, fix?: string, resolution?: Resolution]
      | [chain: string, resolution: Resolution]
      | [resolution: Resolution & OfChain]
  ): Promise<void> {
    await this.#act(markResolved, args);
  }

  /** Nothing helped, and somebody should look at it. Attempts and a resolution may still be recorded. */
  async markFailed(chain: string | OfChain): Promise<void> {
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
   * Past failures like this one with their fixes, manual or mined, the best first. `limit` is 1 to 100, 5 when absent;
   * `solved` leaves out those without a known fix.
   */
  async querySimilarFailures(
    ...args:
      | [message: string, options?: SimilarRequest]
      | [options: SimilarRequest & ({ readonly message: string } | { readonly currentError: string })]
  ): Promise<Listed<SimilarAnswer, Match>> {
    const { message: sought, ...checked } = this.#parse(chainMethods.querySimilarFailures, args);
    const answer = await similar(await this.#knownFailures(), sought, { ...checked, now: this.#parts.clock() });
    return listed(answer, answer.matches);
  }

  /** Null when there is none of this id. */
  async getCausalChain(chain: string | OfChain): Promise<CausalChain | null> {
    const { chain: name } = this.#parse(chainMethods.getCausalChain, [chain]);
    const read = await this.#read();
    return findChain(read, name).then(causalChain, (error: unknown) => {
      if (error instanceof StemmaError && error.code === 'chain-not-found') return null;
      throw error;
    });
  }

  /** Open, or given up: what nothing is known to have helped. */
  async getUnresolvedChains(page: UnresolvedPage = {}): Promise<Listed<ChainsAnswer, CausalChain>> {
    const checked = this.#parse(chainMethods.getUnresolvedChains, [page]);
    const { unresolved: found, ...rest } = await unresolved(await this.#read(), checked);
    const chains = found.map(({ chain }) => causalChain(chain));
    return listed({ chains, ...rest }, chains);
  }

  async getAllChains(page: ChainsPage = {}): Promise<Listed<ChainsAnswer, CausalChain>> {
    const { limit, after } = this.#parse(chainMethods.getAllChains, [page]);
    const { chains: found, total } = await (await this.#read()).chains({}, { limit, offset: after });
    const chains = found.map(causalChain);
    const end = after + chains.length;
    return listed({ chains, total, truncated: end < total, next: end < total ? end : null }, chains);
  }

  /** Error types by count, and how many failures are not resolved. */
  async getStatistics(): Promise<ChainStatistics> {
    return chainStatistics(await this.#read());
  }

  /** What an error event is about, in 384 dimensions: the vector of its message, of unit length. */
  async getEmbedding(chain: string): Promise<Float32Array> {
    const { chain: name } = this.#parse(chainMethods.getCausalChain, [chain]);
    const { error } = await findChain(await this.#read(), name);
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
      const all = jsonObject({ ...text.context, ...others }, largestContext).object;
      return await this.recordErrorEvent({
        ...text,
        // A failure is not lost for what else somebody knows of it.
        ...((all ?? text.context) && { context: all ?? text.context }),
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
      this.#known = knownFailures(read, {
        endpoint: this.#parts.embedding && otherModel(this.#parts.embedding),
        model: this.#parts.home === undefined ? undefined : modelAt(this.#parts.home),
      });
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
