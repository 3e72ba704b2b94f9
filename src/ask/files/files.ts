import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Source } from '../../sources/source.ts';
import type { MarkedCall, StoreReader } from '../../store/store.ts';
import { noneIfEvicted } from '../event/evicted.ts';
import { payloadReader } from '../event/payload.ts';
import { refOf } from '../walk/step.ts';
import type { ChangedFile, FilesAnswer } from './answer.ts';
import { changesIn, type CallChange } from './call-changes.ts';
import { callsOf, filesIn, pathFrom, workersOf, type Worker } from './editing-steps.ts';
import { KnownLines } from './known-lines.ts';
import { countChanges, linesIn } from './line-diff.ts';

export type * from './answer.ts';

export interface FilesOptions {
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: number;
  /** Do not count lines, which reads every edit back from the archive. */
  readonly skipLines?: boolean;
}

/** What is known of one file while the session is read. */
interface Edited {
  readonly whole: string;
  readonly steps: { readonly id: EventId; readonly worker: Worker }[];
  readonly by: Map<SessionUid, number>;
  firstAt: number | null;
  lastAt: number | null;
}

/**
 * The files that a session and its sub-agents changed. Reads the session once; then, for the files of the page, what
 * their edits wrote.
 */
export async function files(
  read: StoreReader,
  session: Session,
  { limit = 100, after = 0, skipLines = false, sources }: FilesOptions & { readonly sources: readonly Source[] },
): Promise<FilesAnswer> {
  const { workers, leftOut } = await workersOf(read, session);
  const found = new Map<string, Edited>();
  for (const worker of workers)
    for await (const call of callsOf(read, worker.session, 'edit '))
      for (const whole of filesIn(call.marks, 'edit', worker.session)) note(found, whole, call, worker);
  const sorted = [...found.values()].toSorted(
    (a, b) => b.steps.length - a.steps.length || (b.lastAt ?? 0) - (a.lastAt ?? 0) || compare(a.whole, b.whole),
  );
  const page = sorted.slice(after, after + limit);
  const lines = skipLines ? undefined : await countLines(read, page, sources);
  const titles = new Map(workers.map((worker) => [worker.session.uid, worker]));
  const end = after + page.length;
  return {
    session,
    files: page.map((file) => toAnswer(file, session, titles, lines?.get(file.whole))),
    total: sorted.length,
    truncated: end < sorted.length,
    next: end < sorted.length ? end : null,
    subagents_left_out: leftOut,
  };
}

function note(found: Map<string, Edited>, whole: string, { id, at }: MarkedCall, worker: Worker): void {
  let file = found.get(whole);
  if (!file) found.set(whole, (file = { whole, steps: [], by: new Map(), firstAt: at, lastAt: at }));
  file.steps.push({ id, worker });
  file.by.set(worker.session.uid, (file.by.get(worker.session.uid) ?? 0) + 1);
  if (at === null) return;
  if (file.firstAt === null || at < file.firstAt) file.firstAt = at;
  if (file.lastAt === null || at > file.lastAt) file.lastAt = at;
}

function toAnswer(
  { whole, steps, by, firstAt, lastAt }: Edited,
  { cwd }: Session,
  workers: ReadonlyMap<SessionUid, Worker>,
  lines: LineSum | undefined,
): ChangedFile {
  return {
    path: pathFrom(whole, cwd),
    edits: steps.length,
    added: lines?.isKnown ? lines.added : null,
    removed: lines?.isKnown ? lines.removed : null,
    lines_are_exact: lines?.isExact ?? false,
    by: [...by]
      .map(([uid, edits]) => {
        const { session, isSubagent } = workers.get(uid)!;
        return { session: uid, title: session.title, is_subagent: isSubagent, edits };
      })
      .toSorted((a, b) => b.edits - a.edits),
    first: steps[0]!.id,
    last: steps.at(-1)!.id,
    first_at: isoOf(firstAt),
    last_at: isoOf(lastAt),
  };
}

class LineSum {
  added = 0;
  removed = 0;
  isKnown = false;
  isExact = true;
  readonly #now = new KnownLines();
  #isSeen = false;

  add(changes: readonly CallChange[]): void {
    if (changes.length === 0) this.#unknown();
    for (const change of changes) this.#one(change);
    this.#isSeen = true;
  }

  #one(change: CallChange): void {
    if (change.is === 'unknown') return this.#unknown();
    const [text, old] = [linesIn(change.text), change.is === 'replacement' ? linesIn(change.old) : []];
    this.isKnown = true;
    if (change.is === 'replacement') {
      this.#count(old, text);
      this.#now.replaced(old, text);
    } else if (change.is === 'insertion') {
      this.added += text.length;
      this.#now.forget();
    } else {
      const before = this.#now.whole();
      // What stood there before is not known: of a file that was changed before there was something.
      if (!before && this.#isSeen) this.isExact = false;
      this.#count(before ?? [], text);
      this.#now.wrote(text);
    }
  }

  #count(old: readonly string[], text: readonly string[]): void {
    const { added, removed } = countChanges(old, text);
    this.added += added;
    this.removed += removed;
  }

  #unknown(): void {
    this.isExact = false;
    this.#now.forget();
  }
}

/** Reads the edits of these files in the order of their transcripts, so that each block is opened once. */
async function countLines(
  read: StoreReader,
  page: readonly Edited[],
  sources: readonly Source[],
): Promise<ReadonlyMap<string, LineSum>> {
  const sums = new Map(page.map(({ whole }) => [whole, new LineSum()]));
  const filesOf = new Map<EventId, { readonly worker: Worker; readonly files: string[] }>();
  for (const { whole, steps } of page)
    for (const { id, worker } of steps) {
      const known = filesOf.get(id);
      if (known) known.files.push(whole);
      else filesOf.set(id, { worker, files: [whole] });
    }
  // Only counted, never shown: so secrets may stay in.
  const payloadOf = payloadReader(read, { sources, raw: true });
  const ids = [...filesOf.keys()];
  for (let from = 0; from < ids.length; from += atOnce) {
    const events = await read.eventsOf(ids.slice(from, from + atOnce).map(refOf));
    for (const event of events.toSorted((a, b) => compare(a.session, b.session) || a.seq - b.seq)) {
      const what = await payloadOf(event).then((payload) => payload?.what, noneIfEvicted);
      const { worker, files: names } = filesOf.get(event.id)!;
      for (const whole of names) sums.get(whole)!.add(changesIn(what, whole, worker.session));
    }
  }
  return sums;
}

const atOnce = 1_000;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
