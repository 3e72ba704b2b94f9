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

/** What calls wrote, read from the archive once, however many files are asked about. */
export class Writings {
  readonly #read: StoreReader;
  readonly #payloadOf;
  readonly #most: number;
  readonly #calls = new Map<string, CallEdits | undefined>();
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

  /** The calls that hold all words of one of these texts. */
  async naming(texts: readonly string[]): Promise<readonly CallEdits[]> {
    const found = new Map<string, Event>();
    for (const text of texts) {
      for (const act of writingActs) {
        const { hits, total, totalIsExact } = await this.#read.search({ text, act, failed: false, limit: this.#most });
        if (total > hits.length || !totalIsExact) this.#truncated = true;
        for (const { event } of hits) if (event.tool !== null && event.step === event.id) found.set(event.id, event);
      }
    }
    return this.#editsOf([...found.values()]);
  }

  /** The newest first, as many as may be read; they are read in the order they lie in. */
  async #editsOf(calls: readonly Event[]): Promise<readonly CallEdits[]> {
    const unread = calls.filter(({ id }) => !this.#calls.has(id)).toSorted(newestFirst);
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

function noneIfEvicted(error: unknown): undefined {
  if (error instanceof StemmaError && error.code === 'payload-evicted') return undefined;
  throw error;
}
