import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { failure } from '../../ask/failure/failure.ts';
import type { FailureAnswer } from '../../ask/failure/failure.ts';
import { findSubject } from '../../ask/failure/subject.ts';
import { eventNamed } from '../../ask/find/event-named.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { children } from '../../ask/walk/children.ts';
import type { ChildrenAnswer } from '../../ask/walk/children.ts';
import { parents } from '../../ask/walk/parents.ts';
import type { ParentsAnswer } from '../../ask/walk/parents.ts';
import { recentEvents } from '../../ask/walk/recent-events.ts';
import { ingest } from '../../ingest/ingest.ts';
import type { Event } from '../../model/event.ts';
import { eventId, eventKey, eventRef, sessionUid, treeKey } from '../../model/ids.ts';
import type { EventId, Key, SessionUid } from '../../model/ids.ts';
import { flavor } from '../../sources/sdk/identity.ts';
import { BoundedMap } from '../../sources/reader/bounded.ts';
import type { Machine, Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { parseArguments } from '../parse-arguments.ts';
import type { Place, PlaceOptions } from '../place-of.ts';
import type { TrackedArchive } from '../tracked-archive.ts';
import { forgetAtExit, writeAtExit } from './at-exit.ts';
import { BatchWriter } from './batch-writer.ts';
import type { LoggerStats } from './batch-writer.ts';
import { parentOf, parseLoggerOptions } from './logger-options.ts';
import { droppedLine, endLine, eventLine } from './line-of.ts';
import type { EndOfScope, LogLine, Within } from './line-of.ts';
import { LineQueue } from './line-queue.ts';
import type { OnFull } from './line-queue.ts';
import type { Ended, LogEvent, ScopeEvent } from './log-event.ts';
import { LogFile } from './log-file.ts';
import { loggerMethods } from './logger-methods.ts';
import { parentReference, readReference } from './parent-reference.ts';
import { maxBytesToIngest, notIngested, refusedWithout, withLeft } from './not-ingested.ts';
import type { Answered, NotIngested } from './not-ingested.ts';
import { Scope } from './scope.ts';
import type { Begun, ScopeParts } from './scope.ts';
import { startLine } from './start-line.ts';

export interface EventLoggerOptions extends PlaceOptions {
  /** What the session is called; loggers of several processes may share one. A name of its own when absent. */
  readonly session?: string;
  readonly title?: string;
  /** Where the work is done; the current folder when absent. */
  readonly cwd?: string;
  /** Name and version of the program that logs. The name is the title of a session that has no other. */
  readonly agent?: string;
  readonly version?: string;
  /** The field of work and the ticket of the session: `domain` and `task_ref` in answers. */
  readonly domain?: string;
  readonly taskRef?: string;
  /**
   * What the session hangs on: the `reference` another logger gave, or an id; STEMMA_PARENT when absent, null for
   * nothing.
   */
  readonly parent?: string | null;
  readonly queue?: {
    /** Events that may wait to be written; 10,000 when absent. */
    readonly limit?: number;
    /** Characters that may; 16 million when absent. */
    readonly characters?: number;
    /**
     * `wait`, the default: `log` itself writes, and nothing is lost as long as the disk takes it. `drop-new`, `drop-old`: `log` never waits, and
     * what is dropped is counted, here and in the archive.
     */
    readonly onFull?: OnFull;
  };
  readonly clock?: () => number;
  /**
   * Called with the reason when something could not be written, once until writing succeeds again. It must not throw;
   * if it does, that error is swallowed.
   */
  readonly onError?: (error: unknown) => void;
}

/** A page of a long answer. */
export interface EventsPage {
  /** 1 to 1,000; 50 when absent. */
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: number;
}

export interface TreePage extends EventsPage {
  /** 1 is children, 2 their children too; 1 or, of a tree, 10 when absent. */
  readonly depth?: number;
}

export interface RecentPage extends EventsPage {
  /** A session; the one of this logger when absent. */
  readonly session?: string;
}

export interface EventLoggerParts extends Place {
  readonly archive: TrackedArchive;
  readonly sources: () => Promise<readonly Source[]>;
  readonly machine: Machine;
  readonly clock: () => number;
}

/**
 * Logs events of a program into a file below stemma's home, from where they come into the archive like those of any
 * agent. `log` and scopes are synchronous and never throw; questions bring in what was logged before they ask. Close
 * it, or let `await using` do so.
 */
export class EventLoggerOf implements AsyncDisposable {
  readonly session: SessionUid;
  readonly #parts: EventLoggerParts;
  readonly #clock: () => number;
  readonly #tree: Key;
  /** What hangs on nothing else hangs on this. */
  readonly #root: Within | undefined;
  readonly #within = new AsyncLocalStorage<Within | undefined>();
  readonly #writer: BatchWriter;
  readonly #file: LogFile;
  readonly #atExit: { writeNow(): void };
  /** Names this logger's events apart from those of other loggers of the session. */
  readonly #name: string;
  /** Those that are not over, the latest of them. */
  readonly #scopes = new BoundedMap<Scope>(maxScopes);
  readonly #scopeParts: ScopeParts;
  #count = 0;
  #patched = 0;
  #isClosed = false;

  constructor(parts: EventLoggerParts, options: EventLoggerOptions = {}) {
    const { session, queue, onError } = parseLoggerOptions(options);
    this.#parts = parts;
    this.#clock = options.clock ?? parts.clock;
    this.#name = randomName();
    const at = this.#now();
    const began = new Date(at).toISOString().replaceAll(/[-:]|\.\d+Z/g, '');
    this.session = sessionUid(flavor, session ?? `${began}-${this.#name}`);
    const parent = parentOf(options.parent, parts.machine);
    this.#root = parent && { id: parent.id, isScope: false };
    this.#tree = parent ? eventRef(parent.id)!.tree : treeKey(this.session);
    this.#file = new LogFile(
      join(parts.home, 'sdk'),
      `${began}-${this.#name}`,
      startLine(this.session, this.#tree, at, parent, options),
    );
    this.#writer = new BatchWriter({
      file: this.#file,
      queue: new LineQueue(queue),
      onFull: queue.onFull,
      droppedLine: (count) => droppedLine(this.#nextKey(), this.#now(), count),
      onError: quietly(onError as EventLoggerOptions['onError']),
    });
    this.#scopeParts = {
      log: (event, within) => this.#log(event, within),
      startScope: (event, within) => this.#begin(event, within),
      run: (within, run) => this.#within.run(within, run),
      end: (begun, end, more) => this.#end(begun, end, more),
    };
    this.#atExit = { writeNow: () => this.#writeNow() };
    writeAtExit(this.#atExit);
  }

  /**
   * Gives the id that the archive will use. Costs microseconds; what it costs beyond the JSON of the payload is
   * measured in `bench/`.
   */
  log(event: LogEvent): EventId {
    return this.#log(event, this.#within.getStore() ?? this.#root);
  }

  /** Whatever is logged inside `run`, now or later (awaits, timers, promises, streams), hangs under `parent`. */
  withParent<T>(parent: EventId | string, run: () => T): T {
    return this.#within.run(this.#underParent(parent, this.#within.getStore()), run);
  }

  /**
   * What is logged in the function hangs where `bind` was called, not where it is called from: for listeners of
   * emitters driven by others.
   */
  bind<Arguments extends unknown[], Result>(run: (...args: Arguments) => Result): (...args: Arguments) => Result {
    const within = this.#within.getStore();
    return (...args) => this.#within.run(within, () => run(...args));
  }

  /** The event that what is logged here hangs under. */
  currentParent(): EventId | null {
    return (this.#within.getStore() ?? this.#root)?.id ?? null;
  }

  startScope(event: ScopeEvent): Scope {
    return this.#begin(event, this.#within.getStore() ?? this.#root);
  }

  /**
   * A scope around `run`: it ends when `run` returns or its promise settles, and fails when it throws or rejects; the
   * error goes on to the caller. What `run` returns is not logged; `scope.end(output)` inside does that.
   */
  scope<T>(event: ScopeEvent, run: (scope: Scope) => T): T {
    const scope = this.startScope(event);
    let came: T;
    try {
      came = scope.run(() => run(scope));
    } catch (error) {
      scope.fail(error);
      throw error;
    }
    if (!isThenable(came)) {
      scope.end();
      return came;
    }
    const settled = came.then(
      (value) => {
        scope.end();
        return value;
      },
      (error: unknown) => {
        scope.fail(error);
        throw error;
      },
    );
    return settled as T;
  }

  /**
   * What to give another process, as its option `parent` or as STEMMA_PARENT, for what it logs to hang here: under an
   * event of this session.
   */
  reference(id: EventId | null = this.#within.getStore()?.id ?? null): string | undefined {
    return id === null ? undefined : parentReference(id, this.session);
  }

  /**
   * Resolves when there is room in the queue: who logs much awaits it now and then, instead of letting `log` wait or
   * drop.
   */
  ready(): Promise<void> {
    return this.#writer.ready();
  }

  /** Resolves when all that was logged so far is with the operating system. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  stats(): LoggerStats & {
    /** Payloads that are not in the log as they were given: cyclic, unreadable or too long. */ readonly patched: number;
  } {
    return { ...this.#writer.stats, patched: this.#patched };
  }

  /** Undefined until something was written. */
  get path(): string | undefined {
    return this.#file.path;
  }

  /** The event's parent, the parent of that, and so on, nearest first: see `openStemma().parents`. */
  async getParentChain(id: string, page: EventsPage = {}): Promise<Answered<ParentsAnswer>> {
    const { event, session, ...checked } = parseArguments(loggerMethods.getParentChain, [id, page], this.#now());
    return this.#answer(async (read) => parents(read, await eventNamed(read, event, session), checked));
  }

  async getChildEvents(id: string, page: TreePage = {}): Promise<Answered<ChildrenAnswer>> {
    const { event, session, ...checked } = parseArguments(loggerMethods.getChildEvents, [id, page], this.#now());
    return this.#answer(async (read) => children(read, await eventNamed(read, event, session), checked));
  }

  /** Everything that hangs under the event, with its depth: see `openStemma().eventTree`. */
  async getEventTree(id: string, page: TreePage = {}): Promise<Answered<ChildrenAnswer>> {
    const { event, session, ...checked } = parseArguments(loggerMethods.getEventTree, [id, page], this.#now());
    return this.#answer(async (read) => children(read, await eventNamed(read, event, session), checked));
  }

  /** Of this session or of another one, the newest first; 50 when no number is given. */
  async getRecentEvents(page?: RecentPage): Promise<readonly Event[]>;
  async getRecentEvents(
    session?: string,
    limit?: number,
    page?: Omit<RecentPage, 'session' | 'limit'>,
  ): Promise<readonly Event[]>;
  async getRecentEvents(...args: readonly unknown[]): Promise<readonly Event[]> {
    const { session, ...checked } = parseArguments(loggerMethods.getRecentEvents, args, this.#now());
    const { events } = await this.#answer(async (read) =>
      recentEvents(read, session === undefined ? this.session : (await findSession(read, session)).uid, checked),
    );
    return events;
  }

  /** Of a failing event, or of this session: see `openStemma().failure`. */
  async getFailureChain(id?: string): Promise<Answered<FailureAnswer>> {
    const { about = this.session } = parseArguments(loggerMethods.getFailureChain, [id], this.#now());
    return this.#answer(async (read) => failure(read, await findSubject(read, about)));
  }

  /** Writes what is left; open scopes are logged as interrupted. What is logged afterwards is counted as dropped. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#abandonScopes();
    forgetAtExit(this.#atExit);
    try {
      await this.#writer.close();
    } finally {
      await this.#parts.archive.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #log(event: LogEvent, within: Within | undefined): EventId {
    return this.#write('event', event, within).id;
  }

  #begin(event: ScopeEvent, within: Within | undefined): Scope {
    const begun = this.#write('begin', event, within);
    const scope = new Scope(begun, this.#scopeParts);
    this.#scopes.set(begun.id, scope);
    return scope;
  }

  #end({ id, key, at: began }: Begun, end: Omit<EndOfScope, 'ms'>, more: Ended): void {
    this.#scopes.delete(id);
    const at = this.#timeOf(more);
    const ms = Math.max(0, at - began);
    this.#add(
      () => endLine(key, at, { ...end, ms }, more),
      () => endLine(key, at, { outcome: end.outcome, ms }, {}),
    );
  }

  #write(type: 'event' | 'begin', event: LogEvent, within: Within | undefined): Begun {
    const key = this.#nextKey();
    const at = this.#timeOf(event);
    this.#add(
      () => eventLine(type, key, at, this.#underParent(event.parent, within), event),
      () => eventLine(type, key, at, within, { type: 'event', text: 'What was logged here cannot be read.' }),
    );
    return { id: eventId({ tree: this.#tree, event: eventKey(this.session, key) }), key, at };
  }

  /** The parent that is named, and else the one it is in. What names nothing leaves it where it is. */
  #underParent(parent: LogEvent['parent'], within: Within | undefined): Within | undefined {
    if (parent === undefined) return within;
    if (parent === null) return undefined;
    const id = readReference(parent)?.id;
    return id === undefined ? within : { id, isScope: this.#scopes.has(id) };
  }

  /** A getter of the event may throw; `fallback` is logged then. */
  #add(make: () => LogLine, fallback: () => LogLine): void {
    let made: LogLine;
    try {
      made = make();
    } catch {
      made = { ...fallback(), isPatched: true };
    }
    if (made.isPatched) this.#patched += 1;
    this.#writer.add(made.line);
  }

  #nextKey(): string {
    this.#count += 1;
    return `${this.#name}.${this.#count.toString(36)}`;
  }

  #now(): number {
    return Math.round(this.#clock());
  }

  #timeOf(event: Pick<Ended, 'at'>): number {
    try {
      const at = Number(event.at ?? this.#clock());
      return Number.isFinite(at) ? Math.round(at) : this.#now();
    } catch {
      return this.#now();
    }
  }

  #abandonScopes(): void {
    for (const scope of this.#scopes.values()) scope.abandon();
  }

  #writeNow(): void {
    this.#abandonScopes();
    this.#writer.writeNow();
  }

  /** What was logged here, and by others in files of theirs, is read before it is asked about. */
  async #answer<Answer extends object>(ask: (read: StoreReader) => Promise<Answer>): Promise<Answered<Answer>> {
    await this.flush();
    const left = await this.#ingest();
    const { archive } = this.#parts;
    await archive.renew();
    try {
      const answer = await ask(await archive.read());
      return left ? { ...answer, not_ingested: left } : answer;
    } catch (error) {
      throw withLeft(error, left);
    }
  }

  /** Returns what was left out because it is too much. */
  async #ingest(): Promise<NotIngested | undefined> {
    const { archive, sources, machine, home, workspace, clock } = this.#parts;
    await using store = await archive.openToWrite();
    const report = await ingest({
      store,
      sources: await sources(),
      machine: { ...machine, env: { ...machine.env, STEMMA_HOME: home } },
      only: flavor,
      exclude: [],
      workspace,
      clock,
      briefly: true,
      maxBytes: { bytes: maxBytesToIngest, first: this.session },
    });
    const left = notIngested(report);
    if (left && report.left?.isFirstAmong) throw refusedWithout(this.session, left);
    return left;
  }
}

function quietly(listener: ((error: unknown) => void) | undefined): (error: unknown) => void {
  return (error) => {
    try {
      listener?.(error);
    } catch {
      // An error inside an error listener has nowhere to go.
    }
  };
}

/** Scopes that nobody ends must not pile up; one that is older is still ended by who has it. */
const maxScopes = 100_000;

/** 50 bits: no two writers of a session share it. */
function randomName(): string {
  return BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .slice(-10)
    .padStart(10, '0');
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
