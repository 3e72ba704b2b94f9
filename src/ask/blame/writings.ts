import { posix } from 'node:path';
import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Act } from '../../model/words.ts';
import { operationsOf } from '../../normalise/operations.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { payloadReader } from '../payload.ts';
import type { Writing } from './attribute.ts';
import { nearness, wholePath } from './same-file.ts';
import type { AskedFile } from './same-file.ts';
import { linesOf } from './text-lines.ts';

/** An edit, and the step it was part of. */
export interface StepWriting extends Writing {
  readonly step: Event;
}

/** The edits of a call, by the file each changed. */
export interface CallEdits {
  readonly step: Event;
  readonly session: Session;
  readonly edits: readonly Edit[];
}

interface Edit {
  /** The whole path, as far as it is known. */
  readonly path: string;
  readonly old: readonly string[];
  readonly text: readonly string[];
  readonly whole: boolean;
}

/** Calls of these acts may write files: a check may have been an edit first, and a commit too. */
const writingActs: readonly Act[] = ['edit', 'shell', 'check', 'vcs', 'other'];

const mostHolding = 30;

/** What calls wrote, read from the archive once, however many files are asked about. */
export class Writings {
  readonly #read: StoreReader;
  readonly #payloadOf;
  readonly #most: number;
  readonly #calls = new Map<string, CallEdits | undefined>();
  readonly #long = new Map<SessionUid, readonly Event[]>();
  readonly #sessions = new Map<SessionUid, Session | undefined>();
  #truncated = false;

  /** Reads at most so many calls. */
  constructor(read: StoreReader, { sources, most }: { readonly sources: readonly Source[]; readonly most: number }) {
    this.#read = read;
    this.#most = most;
    // With its secrets: they are compared, and nothing of it is shown without being redacted.
    this.#payloadOf = payloadReader(read, { sources, raw: true });
  }

  /** There were more calls than could be read. */
  get truncated(): boolean {
    return this.#truncated;
  }

  /** Calls read so far. */
  get examined(): number {
    return this.#calls.size;
  }

  /** Calls that name a file: of too many those that name all of its path, then the newest. */
  async naming(path: string): Promise<readonly CallEdits[]> {
    const name = posix.basename(path);
    // A summary that was cut may have named it behind the cut.
    const names = ({ summary }: Event): boolean => summary.includes(name) || summary.endsWith('…');
    const { found, isAll } = await this.#search(name);
    const calls = isAll ? found : [...(await this.#search(path)).found, ...found];
    if (!isAll) this.#truncated = true;
    return this.#editsOf(calls.filter(names));
  }

  /** Some calls that hold all of these words: what many hold tells nobody apart. */
  async holding(words: string): Promise<readonly CallEdits[]> {
    const { found } = await this.#search(words, mostHolding);
    return this.#editsOf(found.slice(0, mostHolding));
  }

  /** Sessions that had to do with a file of that name, if only to read it. */
  async sessionsNaming(path: string): Promise<readonly SessionUid[]> {
    const { hits } = await this.#read.search({ text: longFirst(posix.basename(path)), limit: this.#most });
    return [...new Set(hits.map(({ event }) => event).toSorted(newestFirst).map(({ session }) => session))];
  }

  /** Calls of these sessions that are too long for the index to hold all of them. */
  async longOnesOf(sessions: readonly SessionUid[]): Promise<readonly CallEdits[]> {
    const long: Event[] = [];
    for (const session of sessions) {
      const own = this.#long.get(session) ?? (await longOnes(this.#read, session));
      this.#long.set(session, own);
      long.push(...own);
    }
    return this.#editsOf(long.toSorted(newestFirst));
  }

  async #search(text: string, most = this.#most): Promise<{ readonly found: readonly Event[]; readonly isAll: boolean }> {
    const found = new Map<string, Event>();
    let isAll = true;
    for (const act of writingActs) {
      const { hits, total, totalIsExact } = await this.#read.search({ text: longFirst(text), act, failed: false, limit: most });
      if (total > hits.length || !totalIsExact) isAll = false;
      for (const { event } of hits) if (event.tool !== null && event.step === event.id) found.set(event.id, event);
    }
    return { found: [...found.values()].toSorted(newestFirst), isAll };
  }

  /** As many of them as may be read, the first first; but each file from its beginning to its end. */
  async #editsOf(calls: readonly Event[]): Promise<readonly CallEdits[]> {
    const unread = calls.filter(({ id }) => !this.#calls.has(id));
    const room = Math.max(0, this.#most - this.#calls.size);
    if (unread.length > room) this.#truncated = true;
    const next = unread.slice(0, room).toSorted((a, b) => (a.session < b.session ? -1 : a.session > b.session ? 1 : a.seq - b.seq));
    for (const call of next) this.#calls.set(call.id, await this.#readEdits(call));
    return calls.flatMap(({ id }) => this.#calls.get(id) ?? []);
  }

  async #readEdits(step: Event): Promise<CallEdits | undefined> {
    const session = await this.#session(step.session);
    if (!session) return undefined;
    const what = await this.#payloadOf(step).then((payload) => payload?.what, noneIfEvicted);
    if (what?.is !== 'call') return undefined;
    const edits = operationsOf(what.tool, what.input).flatMap((operation): readonly Edit[] => {
      if (operation.does !== 'edit') return [];
      const { path, old, text, whole } = operation;
      return [{ path: wholePath(path, session.cwd), old: linesOf(old), text: linesOf(text), whole }];
    });
    return edits.length === 0 ? undefined : { step, session, edits };
  }

  async #session(uid: SessionUid): Promise<Session | undefined> {
    if (!this.#sessions.has(uid)) this.#sessions.set(uid, await this.#read.session(uid));
    return this.#sessions.get(uid);
  }
}

async function longOnes(read: StoreReader, session: SessionUid): Promise<readonly Event[]> {
  const long: Event[] = [];
  for (let after = 0; ; ) {
    const steps = await read.steps(session, { after, limit: 500 });
    long.push(...steps.filter(({ act, failed, summary }) => !failed && act !== null && writingActs.includes(act) && summary.endsWith('…')));
    if (steps.length < 500) return long;
    after = steps.at(-1)!.seq;
  }
}

/** The edits that could have written a file, newest first; within a call the last first. */
export function writingsFor(file: AskedFile, calls: readonly CallEdits[]): readonly StepWriting[] {
  return calls
    .toSorted((a, b) => newestFirst(a.step, b.step))
    .flatMap(({ step, session, edits }) =>
      edits.map((edit): StepWriting => ({ ...edit, step, nearness: nearness(edit.path, file, session) })).toReversed(),
    );
}

/** The clock tells sessions apart, their own order the steps of each. What has no time is older than what has. */
export function newestFirst(a: Event, b: Event): number {
  if (a.session === b.session) return b.seq - a.seq;
  const [one, other] = [a.at ?? '', b.at ?? ''];
  return one < other ? 1 : one > other ? -1 : 0;
}

/** The last word of a search may be the beginning of a longer one, if it is not short; here all words are whole. */
function longFirst(text: string): string {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean).toSorted((a, b) => b.length - a.length).slice(0, 14).join(' ');
}

function noneIfEvicted(error: unknown): undefined {
  if (error instanceof StemmaError && error.code === 'payload-evicted') return undefined;
  throw error;
}
