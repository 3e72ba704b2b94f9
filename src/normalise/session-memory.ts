import type { Json } from '../model/json.ts';
import type { Act } from '../model/words.ts';
import { unknownCall, type CallTraits } from './failures/call-traits.ts';

/** A call that waits for its result, with the fields the result needs. */
export interface OpenCall extends CallTraits {
  readonly tool: string;
  readonly act: Act;
  readonly signature: number;
  readonly at: number | null;
}

// Enough for the widest burst of parallel calls, and for the sub-agents that old Claude Code keeps in one file.
const openCalls = 512;
const failedSignatures = 64;
const growingCalls = 256;
const rememberedSessions = 64;

/**
 * What normalising must remember between events, for each session of a file. Every part is bounded: the oldest is
 * forgotten.
 */
export class SessionMemory {
  readonly #sessions = new Map<string, Session>();
  /** The session touched last; most events are of the same one as the event before. */
  #latest: readonly [uid: string, session: Session] | undefined;

  constructor(state?: Json) {
    // Only `state` below ever writes this.
    for (const [uid, saved] of (state ?? []) as unknown as readonly [string, SavedSession][])
      this.#sessions.set(uid, new Session(saved));
  }

  of(uid: string): Session {
    if (this.#latest?.[0] === uid) return this.#latest[1];
    const session = this.#sessions.get(uid) ?? new Session();
    touch(this.#sessions, uid, session, rememberedSessions);
    this.#latest = [uid, session];
    return session;
  }

  state(): Json {
    return [...this.#sessions].map(([uid, session]) => [uid, session.saved()]) as unknown as Json;
  }
}

interface SavedSession {
  readonly cwd?: string;
  readonly open?: readonly (readonly [string, Partial<OpenCall>])[];
  readonly failed?: readonly number[];
  readonly growing?: readonly (readonly [string, boolean])[];
}

class Session {
  readonly #open: Map<string, OpenCall>;
  /** Signatures of calls that failed and have not succeeded since. */
  readonly #failed: Map<number, true>;
  /** Calls that may be recorded again with more, and whether they were retries. */
  readonly #growing: Map<string, boolean>;
  #cwd: string | undefined;

  constructor({ cwd, open, failed, growing }: SavedSession = {}) {
    this.#cwd = cwd;
    this.#open = new Map(open?.map(([key, call]) => [key, { ...unknownCall, ...call } as OpenCall]));
    this.#failed = new Map(failed?.map((signature) => [signature, true]));
    this.#growing = new Map(growing);
  }

  get cwd(): string | undefined {
    return this.#cwd;
  }

  goTo(path: string): void {
    this.#cwd = path;
  }

  /** Whether it repeats a failed call. A call that is recorded again does not repeat itself, nor what came after it. */
  isRetry(key: string, signature: number, mayGrow: boolean): boolean {
    const before = this.#growing.get(key);
    if (before !== undefined) return before;
    const repeats = this.#failed.has(signature);
    if (mayGrow) touch(this.#growing, key, repeats, growingCalls);
    return repeats;
  }

  open(key: string, call: OpenCall): void {
    touch(this.#open, key, call, openCalls);
  }

  opened(key: string): OpenCall | undefined {
    return this.#open.get(key);
  }

  close(key: string, failed: boolean): void {
    const call = this.#open.get(key);
    if (!call) return;
    this.#open.delete(key);
    if (failed) touch(this.#failed, call.signature, true, failedSignatures);
    else this.#failed.delete(call.signature);
  }

  saved(): SavedSession {
    return {
      ...(this.#cwd === undefined ? {} : { cwd: this.#cwd }),
      open: [...this.#open].map(([key, call]) => [key, withoutDefaults(call)]),
      failed: [...this.#failed.keys()],
      ...(this.#growing.size === 0 ? {} : { growing: [...this.#growing] }),
    };
  }
}

function withoutDefaults(call: OpenCall): Partial<OpenCall> {
  const defaults: Partial<Record<string, unknown>> = { ...unknownCall };
  return Object.fromEntries(Object.entries(call).filter(([key, value]) => value !== defaults[key] || key === 'act'));
}

/** Puts the newest last and drops the oldest beyond the limit. */
function touch<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, limit: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > limit) map.delete(map.keys().next().value!);
}
