import { posix, win32 } from 'node:path';
import type { SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { peekRanges } from '../../platform/files/peek.ts';
import { redact } from '../../platform/redact.ts';
import type { Source } from '../../sources/source.ts';
import { asSeenFrom } from '../../store/copy/as-seen-from.ts';
import { nameForAll } from '../../store/copy/file-names.ts';
import type { FileMark, Store } from '../../store/store.ts';
import type { AnalysesOfFiles, AnalysisCache } from '../analysis/analysis-cache.ts';
import { isInside } from '../archive/restore.ts';
import { type Problem, reasonOf } from '../find/problem.ts';
import { repoInPath } from '../find/repo-of.ts';
import { isForgotten } from '../find/plan.ts';
import { scanState } from '../keep/copies.ts';
import { Keeper } from '../keep/keep.ts';
import { inLargeSteps, LargeSteps } from '../keep/large-steps.ts';
import type { Domains } from '../keep/session-rows.ts';
import { linkSessions } from '../link/link.ts';
import { maskedIdentity } from '../scan/mask-sessions.ts';
import { readAppended, readArchived } from '../scan/read-file.ts';
import type { Resume, ScanJob } from '../scan/scan-batch.ts';
import type { ByteSource } from '../scan/scan.ts';
import { fitOf, heldOf, type Held } from './compare-base.ts';
import type { Delivery, Push, Receipt, Received, Refusal } from './delivery.ts';

export interface ReceiveOptions {
  readonly store: Store;
  readonly sources: readonly Source[];
  readonly workspace: string;
  readonly domains?: Domains;
  readonly clock: () => number;
  readonly analyses?: AnalysisCache;
  readonly onProblem?: (problem: Problem) => void;
}

/**
 * Ingests what machines have sent, as if their files were read here. Everything is committed when it resolves. A
 * delivery that cannot be stored does not affect the others.
 */
export async function receive(pushes: readonly Push[], options: ReceiveOptions): Promise<readonly Receipt[]> {
  const { store, sources, onProblem = () => {} } = options;
  const items = pushes.flatMap((push) =>
    push.deliveries.map((delivery) => new Item(delivery, asSeenFrom(push.machine, store), push.machine)),
  );
  const receiver = new Receiver(options);
  const steps: LargeSteps<Item> = new LargeSteps<Item>({
    store,
    work: async (item) => await steps.kept(await receiver.receive(item)),
    isStored: (item) => item.isStored(),
    onFailure: (item, error) =>
      item.refuse('unreadable', `${item.delivery.path} could not be read: ${reasonOf(error)}.`),
    onUndone: () => {},
    onStored: () => {},
  });
  await inLargeSteps(store, async () => {
    for (const item of items) await steps.do(item);
    await linkSessions(store, sources, onProblem);
  });
  let next = 0;
  const receipts: Receipt[] = [];
  for (const { deliveries } of pushes) {
    const own = items.slice(next, (next += deliveries.length));
    receipts.push({
      files: await Promise.all(own.map((item) => item.received())),
      events: own.reduce((sum, { events }) => sum + events, 0),
      sessions: new Set(own.flatMap(({ sessions }) => [...sessions])).size,
    });
  }
  return receipts;
}

/** A delivery and what became of it. */
class Item {
  readonly delivery: Delivery;
  readonly store: Store;
  readonly machine: string;
  events = 0;
  sessions: ReadonlySet<SessionUid> = new Set();
  #refused: Received | undefined;
  #differs = false;

  constructor(delivery: Delivery, store: Store, machine: string) {
    this.delivery = delivery;
    this.store = store;
    this.machine = machine;
  }

  begin(): void {
    this.events = 0;
    this.sessions = new Set();
    this.#refused = undefined;
    this.#differs = false;
  }

  refuse(reason: Refusal, message: string): void {
    this.begin();
    this.#refused = { path: this.delivery.path, is: 'refused', reason, message: redact(message) };
  }

  differs(): void {
    this.#differs = true;
  }

  async isStored(): Promise<boolean> {
    const mark = await this.store.read.file(this.delivery.path);
    return mark !== undefined && mark.bytes >= this.delivery.keep + this.delivery.bytes.length;
  }

  /** As it is in the archive once everything is committed. */
  async received(): Promise<Received> {
    if (this.#refused) return this.#refused;
    const { path } = this.delivery;
    const { pieces, ...base } = await heldOf(this.store.read, await this.store.read.file(path));
    return this.#differs ? { path, is: 'differs', ...base, pieces } : { path, is: 'kept', ...base };
  }
}

const nothingKept = { events: 0, bytes: 0 };

class Receiver {
  readonly #options: ReceiveOptions;

  constructor(options: ReceiveOptions) {
    this.#options = options;
  }

  async receive(item: Item): Promise<{ readonly events: number; readonly bytes: number }> {
    item.begin();
    const { delivery, store } = item;
    const { path } = delivery;
    if (!isPath(path)) {
      item.refuse('bad-path', 'The path of a file is not one of a machine.');
      return nothingKept;
    }
    const source = this.#options.sources.find(({ name }) => name === delivery.source);
    if (!source) {
      item.refuse('unknown-source', `This server cannot read files of ${delivery.source.slice(0, 80)}.`);
      return nothingKept;
    }
    const mark = await store.read.file(path);
    const held = await heldOf(store.read, mark);
    const fit = await fitOf(store.read, delivery, held);
    if (fit.is === 'other') {
      item.differs();
      return nothingKept;
    }
    const isAppended = fit.is === 'appended';
    const kept = isAppended ? held.bytes : delivery.keep;
    const added = isAppended ? delivery.bytes.subarray(fit.known) : delivery.bytes;
    if (isAppended && added.length === 0) return nothingKept;
    return this.#read(item, { source, mark, held, kept, added, isAppended });
  }

  async #read(item: Item, news: News): Promise<{ readonly events: number; readonly bytes: number }> {
    const { store, delivery } = item;
    const { source, mark, kept, added, isAppended } = news;
    const { path } = delivery;
    const bytes = bytesOf(item, news);
    const size = kept + added.length;
    const peek = await peekRanges(path, size, (from, to) => upTo(to - from, bytes(path, from)));
    if (!source.matches(peek) && !isInside(path)) {
      item.refuse('not-recognised', `${path} is no file of ${source.title}.`);
      return nothingKept;
    }
    const identity = maskedIdentity(source.identify(peek));
    if (await isForgotten(store, identity)) {
      item.refuse('forgotten', `${identity.session} was forgotten here.`);
      return nothingKept;
    }
    const contained = source.container !== undefined && isInside(path);
    const document = contained ? undefined : source.document?.(peek);
    // A fork's file may first be taken for its origin's, see `plan`.
    const known = mark?.session === identity.session ? mark : undefined;
    const isContinued = known !== undefined && isAppended && !document;
    const resume: Resume | null = isContinued
      ? {
          version: known.version,
          bytes: known.bytes,
          offset: known.offset,
          pieces: await store.read.pieces(path, known.version),
          state: known.state === null ? null : scanState(known.state),
        }
      : null;
    const job: ScanJob = {
      path,
      source: source.name,
      identity,
      ...(document && { document }),
      ...(contained && { contained }),
      resume,
      firstVersion: mark ? mark.version + 1 : 0,
    };
    const { workspace, domains, clock, sources } = this.#options;
    const keeper = new Keeper({
      store,
      sources,
      source,
      job,
      mark: known,
      workspace,
      ...(domains && { domains }),
      repoOf: (cwd) => (Object.hasOwn(delivery.repositories, cwd) ? delivery.repositories[cwd] : repoInPath(cwd)),
      seen: {
        size,
        mtimeMs: delivery.mtimeMs,
        at: clock(),
        foundAt: known === undefined ? delivery.foundAt : known.foundAt,
      },
    });
    const analyses = this.#analysesOf(item.machine);
    const sessions = new Set<SessionUid>();
    let events = 0;
    let stored = 0;
    for await (const batch of resume
      ? readAppended({ ...job, resume }, source, bytes, analyses)
      : readArchived(job, source, bytes, { known: new Set(news.held.pieces.map(({ hash }) => hash)), analyses })) {
      const result = await keeper.keep(batch);
      events += result.events;
      stored += result.bytes;
      for (const session of result.sessions) sessions.add(session);
    }
    item.events = events;
    item.sessions = sessions;
    return { events, bytes: stored };
  }

  /** Machines have different files at the same path. */
  #analysesOf(machine: string): AnalysesOfFiles | undefined {
    const { analyses } = this.#options;
    return (
      analyses && {
        take: (until) => analyses.take({ ...until, path: nameForAll(until.path, machine) }),
        put: (until, analysis) => analyses.put({ ...until, path: nameForAll(until.path, machine) }, analysis),
      }
    );
  }
}

interface News {
  readonly source: Source;
  readonly mark: FileMark | undefined;
  readonly held: Held;
  /** So many bytes of what is held stay, and these follow. */
  readonly kept: number;
  readonly added: Uint8Array;
  readonly isAppended: boolean;
}

/** What the archive has of the file, and then what was sent. */
function bytesOf({ store, delivery: { path } }: Item, { held, kept, added }: News): ByteSource {
  return async function* (_path, from) {
    if (from < kept) yield* whole(store.read.bytes(path, held.version, from, kept));
    const rest = added.subarray(Math.max(0, from - kept));
    if (rest.length > 0) yield rest;
  };
}

/** A damaged block concerns its file only. */
async function* whole(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw error instanceof StemmaError && error.code === 'block-damaged'
      ? new Error(error.message, { cause: error })
      : error;
  }
}

async function* upTo(length: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const part of bytes) {
    yield part.subarray(0, left);
    left -= part.length;
    if (left <= 0) return;
  }
}

const longestPath = 4_096;

/** Absolute, as one system or the other writes it, and nothing in it that leads elsewhere. */
function isPath(path: string): boolean {
  if (path.length > longestPath || hasControls(path)) return false;
  if (posix.isAbsolute(path)) return posix.normalize(path) === path;
  return /^[A-Za-z]:[/\\]/.test(path) && !path.split(/[/\\]/).includes('..') && win32.isAbsolute(path);
}

function hasControls(path: string): boolean {
  for (let at = 0; at < path.length; at++) if (path.charCodeAt(at) < 32 || path.charCodeAt(at) === 127) return true;
  return false;
}
