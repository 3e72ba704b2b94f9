import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { noneIfEvicted } from '../event/evicted.ts';
import { payloadReader } from '../event/payload.ts';
import { callEdits } from './call-edits.ts';
import type { CallEdits } from './call-edits.ts';
import { newestFirst } from './newest-first.ts';
import { callsHolding, callsNaming, longCallsOf, sessionsNaming } from './writing-calls.ts';

/** What calls wrote, read from the archive once for any number of files, up to a limit of calls. */
export class Writings {
  readonly #read: StoreReader;
  readonly #payloadOf;
  readonly #most: number;
  readonly #calls = new Map<string, CallEdits | undefined>();
  readonly #long = new Map<SessionUid, readonly Event[]>();
  readonly #sessions = new Map<SessionUid, Session | undefined>();
  #truncated = false;

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

  async naming(path: string): Promise<readonly CallEdits[]> {
    const { calls, isAll } = await callsNaming(this.#read, path, this.#most);
    if (!isAll) this.#truncated = true;
    return this.#editsOf(calls);
  }

  /** Of some calls that contain all of these words; words that many calls contain do not identify one. */
  async holding(words: string): Promise<readonly CallEdits[]> {
    const { calls } = await callsHolding(this.#read, words, mostHolding);
    return this.#editsOf(calls.slice(0, mostHolding));
  }

  /** Of long calls in sessions that had to do with a file of that name. */
  async around(path: string): Promise<readonly CallEdits[]> {
    const sessions = (await sessionsNaming(this.#read, path, this.#most)).slice(0, mostSessions);
    const long: Event[] = [];
    for (const session of sessions) {
      const own = this.#long.get(session) ?? (await longCallsOf(this.#read, session));
      this.#long.set(session, own);
      long.push(...own);
    }
    return this.#editsOf(long.toSorted(newestFirst));
  }

  /** As many of them as may be read, the first first; but each file from its beginning to its end. */
  async #editsOf(calls: readonly Event[]): Promise<readonly CallEdits[]> {
    const unread = calls.filter(({ id }) => !this.#calls.has(id));
    const room = Math.max(0, this.#most - this.#calls.size);
    if (unread.length > room) this.#truncated = true;
    const next = unread
      .slice(0, room)
      .toSorted((a, b) => (a.session < b.session ? -1 : a.session > b.session ? 1 : a.seq - b.seq));
    for (const call of next) {
      const session = await this.#session(call.session);
      const what = await this.#payloadOf(call).then((payload) => payload?.what, noneIfEvicted);
      this.#calls.set(call.id, session && callEdits(call, session, what));
    }
    return calls.flatMap(({ id }) => this.#calls.get(id) ?? []);
  }

  async #session(uid: SessionUid): Promise<Session | undefined> {
    if (!this.#sessions.has(uid)) this.#sessions.set(uid, await this.#read.session(uid));
    return this.#sessions.get(uid);
  }
}

const mostHolding = 30;
const mostSessions = 20;
