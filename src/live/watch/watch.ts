import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { analyze } from '../../ingest/analysis/analyze.ts';
import { ingest, type IngestOptions, type IngestReport } from '../../ingest/ingest.ts';
import { AnalysisCache } from '../../ingest/analysis/analysis-cache.ts';
import { runningMs } from '../../memory/digest/running.ts';
import type { Store, StoreReader } from '../../store/store.ts';
import { emptySpool } from '../spool/empty-spool.ts';
import { circleNote } from './circle-note.ts';
import { Circles } from './circles.ts';
import { FolderWatch } from './watch-folders.ts';

export interface WatchOptions extends Pick<
  IngestOptions,
  'sources' | 'machine' | 'exclude' | 'workspace' | 'domains' | 'clock' | 'onProgress'
> {
  /** Stemma's own folder: spool and hook logs are below it. */
  readonly home: string;
  /** Opened for writing for each look and closed again, so that other processes can write. */
  readonly openStore: () => Promise<Store>;
  /** The redacted store, for output. */
  readonly redacted: (store: Store) => Store;
  readonly signal: AbortSignal;
  /**
   * Called for every look that found something new in the archive, whichever process wrote it, several times if it was
   * much. The first call catches up: it is reported without events.
   */
  readonly onNews: (news: News) => Promise<void>;
  /** The time between complete scans, whether or not a change was noticed. */
  readonly everyMs?: number;
}

export interface News {
  readonly report: IngestReport;
  /** What is new, in the order it was stored. */
  readonly events: readonly Event[];
  /** Those the events belong to. */
  readonly sessions: ReadonlyMap<SessionUid, Session>;
  /** Notes on some of the events: a call that fails again and again while nothing changes. */
  readonly notes: ReadonlyMap<EventId, string>;
}

/** Agents write a line at a time; lines that arrive together are read together. */
const gatherMs = 50;
/** Hooks and telemetry are often faster than the transcript: read a little later, the call is found there. */
const hooksLaterMs = 1_500;
const minEveryMs = 2_000;
/** Missing places cannot be watched: they are checked this often, which costs next to nothing. */
const placesEveryMs = 1_000;
/** Complete scans may take this share of the time. */
const idleShare = 20;
/** Fewer files are written at once; others are found again. */
const maxFound = 10_000;
/** The most events of a burst that are reported at once. */
const maxReported = 1_000;

/**
 * Follows all sources until the signal: reads what is there, then what changes. The signal ends it, also in the middle
 * of a file.
 */
export async function watch(options: WatchOptions): Promise<void> {
  try {
    await new Watch(options).run();
  } catch (error) {
    if (!(error instanceof StemmaError && error.code === 'interrupted')) throw error;
  }
}

/** Looks at everything once, and reports what is new. */
export async function lookOnce(options: WatchOptions): Promise<void> {
  await new Watch(options).lookAround(false);
}

class Watch {
  readonly #options: WatchOptions;
  readonly #changed = new Set<string>();
  /** Logs of hooks and telemetry that have grown, and when they are due. */
  readonly #hookLogs = new Map<string, number>();
  /** Files known to belong to a source. */
  readonly #found = new Set<string>();
  readonly #analyses = new AnalysisCache();
  readonly #circles = new Circles();
  /** Everything up to this mark has been reported. */
  #mark: number | undefined;
  #wake: (() => void) | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    using folders = new FolderWatch((path) => this.#fileChanged(path));
    signal.addEventListener('abort', () => this.#wake?.(), { once: true });
    await this.#follow(folders);
    let lookAt = await this.lookAround(true);
    let followAt = performance.now() + placesEveryMs;
    while (!signal.aborted) {
      await this.#news(Math.min(lookAt, followAt));
      if (signal.aborted) return;
      if (performance.now() >= followAt) {
        if (await this.#follow(folders)) lookAt = 0;
        followAt = performance.now() + placesEveryMs;
      }
      // Time jumps when a machine wakes up: then the next scan is due at once.
      if (performance.now() >= lookAt) {
        lookAt = await this.lookAround(false);
      } else {
        await sleep(gatherMs);
        await this.#read(this.#takeDue());
      }
    }
  }

  #fileChanged(path: string): void {
    const { home } = this.#options;
    if (isBelow(path, `${home}/hooks`) || isBelow(path, `${home}/otlp`)) {
      if (!this.#hookLogs.has(path)) this.#hookLogs.set(path, performance.now() + hooksLaterMs);
    } else this.#changed.add(transcriptOf(path));
    this.#wake?.();
  }

  /** Waits until something changes, a hook log is due, or it is time to scan. */
  async #news(lookAt: number): Promise<void> {
    if (this.#changed.size > 0 || this.#options.signal.aborted) return;
    const until = Math.min(lookAt, ...this.#hookLogs.values());
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, until - performance.now()));
    this.#wake = resolve;
    await promise;
    this.#wake = undefined;
    clearTimeout(timer);
  }

  #takeDue(): string[] {
    const due = [...this.#changed];
    this.#changed.clear();
    const now = performance.now();
    for (const [path, at] of this.#hookLogs) {
      if (at > now) continue;
      this.#hookLogs.delete(path);
      due.push(path);
    }
    return due;
  }

  /** Places may appear while we watch: an agent is installed, a first session begins. Returns whether any did. */
  async #follow(folders: FolderWatch): Promise<boolean> {
    const { sources, machine, home } = this.#options;
    const before = folders.folders;
    for (const source of sources) for (const place of source.places?.(machine) ?? []) await folders.add(place);
    await folders.add(`${home}/spool`);
    await folders.add(`${home}/hooks`);
    return folders.folders > before;
  }

  /** Reads whatever is new anywhere; returns the time of the next scan. */
  async lookAround(isFirst: boolean): Promise<number> {
    const begun = performance.now();
    this.#changed.clear();
    if (isFirst) this.#hookLogs.clear();
    await this.#ingest({}, isFirst);
    const { everyMs = minEveryMs } = this.#options;
    return performance.now() + Math.max(everyMs, (performance.now() - begun) * idleShare);
  }

  async #read(paths: readonly string[]): Promise<void> {
    const { home, clock, exclude } = this.#options;
    const transcripts = paths.filter((path) => !isBelow(path, `${home}/spool`));
    if (transcripts.length < paths.length) await emptySpool({ home, clock, exclude });
    const there = await this.#ours(await existing(transcripts));
    if (there.length === 0) return;
    try {
      await this.#ingest({ paths: there }, false);
    } catch (error) {
      // Lock files of agents come and go, even between listing and reading: what is still there is read next time.
      if (!(error instanceof StemmaError && error.code === 'path-not-found')) throw error;
      for (const path of await existing(there)) this.#changed.add(path);
    }
  }

  /**
   * The files that a complete scan would read. Agents write drafts beside their sessions and rename them, and files of
   * other programs may be there: what no source finds is ignored.
   */
  async #ours(paths: readonly string[]): Promise<string[]> {
    const { sources, machine } = this.#options;
    const unsure = new Set(paths.filter((path) => !this.#found.has(path)));
    if (this.#found.size > maxFound) this.#found.clear();
    for (const source of sources) {
      const places = source.places?.(machine) ?? [];
      if (![...unsure].some((path) => places.some((place) => path === place || isBelow(path, place)))) continue;
      for await (const path of source.discover(machine)) if (unsure.delete(path)) this.#found.add(path);
    }
    return paths.filter((path) => !unsure.has(path));
  }

  async #ingest(what: Pick<IngestOptions, 'paths'>, isFirst: boolean): Promise<void> {
    const { sources, machine, exclude, workspace, domains, clock, signal, onProgress, openStore, redacted } =
      this.#options;
    const { onNews, home } = this.#options;
    if (!what.paths) await emptySpool({ home, clock, exclude });
    await using store = await openStore();
    if (!isFirst) this.#mark ??= await store.read.newest();
    const report = await ingest({
      store,
      sources,
      machine,
      exclude,
      workspace,
      ...(domains && { domains }),
      clock,
      signal,
      analyses: this.#analyses,
      ...what,
      ...(isFirst && onProgress && { onProgress }),
      briefly: !isFirst,
    });
    // Not while a session is active: its digest would be derived again and again.
    if (!isFirst && !what.paths) await analyze({ store, clock, signal, restMs: runningMs });
    if (this.#mark === undefined) {
      this.#mark = await store.read.newest();
      return onNews({ report, events: [], sessions: new Map(), notes: new Map() });
    }
    const { read } = redacted(store);
    for (;;) {
      const { events, mark } = await read.eventsSince(this.#mark, maxReported);
      if (events.length === 0) return;
      this.#mark = mark;
      const sessions = new Map<SessionUid, Session>();
      for (const uid of new Set(events.map(({ session }) => session))) sessions.set(uid, (await read.session(uid))!);
      await onNews({ report, events, sessions, notes: await this.#notesOn(events, read) });
    }
  }

  async #notesOn(events: readonly Event[], read: StoreReader): Promise<ReadonlyMap<EventId, string>> {
    const notes = new Map<EventId, string>();
    for (const event of events) {
      const circle = this.#circles.add(event);
      const note = circle && (await circleNote(read, circle, this.#options.clock()));
      if (note !== undefined) notes.set(event.id, note);
    }
    return notes;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
}

/** SQLite writes into the log beside the database; the database is what is read. */
function transcriptOf(path: string): string {
  return path.replace(/-(?:wal|shm|journal)$/, '');
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const there = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        (info) => info.isFile(),
        () => false,
      ),
    ),
  );
  return paths.filter((_, index) => there[index]);
}
