import { eventKey, flavorOf, type Key, type SessionUid } from '../model/ids.ts';
import type { LinkRow, Store } from '../store/store.ts';
import type { ScanEvent } from './scan-batch.ts';

/** How many record ids of a new file are looked up to find out whether it begins with another session's records. */
const probes = 3;
/** A fork of a fork of a fork … deeper chains are cut here. */
const mostOrigins = 8;

interface Saved {
  readonly scan: string;
  readonly origins?: readonly SessionUid[];
}

/**
 * Forks and old resumes begin with copies of another session's records, under the same record ids and a new session id.
 * The copies are not kept again: they are found in the session they came from, and what follows them hangs on it.
 */
export class Copies {
  readonly #store: Store;
  readonly #session: SessionUid;
  #origins: SessionUid[];
  #looked: boolean;
  #lastStep: Key | undefined;

  constructor(store: Store, session: SessionUid, state: string | null | undefined) {
    const saved = state ? (JSON.parse(state) as Saved) : undefined;
    this.#store = store;
    this.#session = session;
    this.#origins = [...(saved?.origins ?? [])];
    this.#looked = saved !== undefined;
  }

  /** The session the file was copied from, if it was. */
  get origin(): SessionUid | undefined {
    return this.#origins[0];
  }

  /** Looks once, at the first events of a file that was never read, whether another session already has them. */
  async look(events: readonly ScanEvent[]): Promise<void> {
    if (this.#looked || events.length === 0) return;
    this.#looked = true;
    // Only ids that name the record itself: a tool-call id comes from the model and may repeat.
    const natives = events.filter(({ row, keyText }) => row.native === keyText && row.session === this.#session);
    for (const { row } of natives.slice(0, probes)) {
      const holders = await this.#store.read.sessionsWithNative(row.native!, flavorOf(this.#session), mostOrigins);
      const others = holders.filter((uid) => uid !== this.#session);
      if (others.length === 0) continue;
      this.#origins = await this.#withAncestors(others);
      return;
    }
  }

  /** The events that are no copies; references to copies lead to the originals. */
  async without(events: readonly ScanEvent[]): Promise<ScanEvent[]> {
    if (this.#origins.length === 0) return [...events];
    const texts = new Set(events.flatMap(({ keyText, parentText, turnText }) => [keyText, parentText, turnText]));
    texts.delete(undefined);
    const originals = await this.#originals([...texts] as string[]);
    const kept: ScanEvent[] = [];
    for (const event of events) {
      const { row } = event;
      const original = row.session === this.#session ? originals.get(event.keyText) : undefined;
      if (original === undefined) {
        kept.push({ ...event, row: { ...row, parent: redirected(event.parentText, row.parent, originals), turn: redirected(event.turnText, row.turn, originals) } });
      } else if (row.step === row.key) {
        this.#lastStep = original;
      }
    }
    return kept;
  }

  /** The link that says whence the session came: from the last step it shares with its origin. */
  link(): LinkRow[] {
    if (!this.origin || this.#lastStep === undefined) return [];
    return [{ type: 'continued', child: this.#session, parent: this.origin, call: '', from: this.#lastStep, to: null, beforeLine: null }];
  }

  save(scan: string): string {
    return JSON.stringify({ scan, ...(this.#origins.length > 0 && { origins: this.#origins }) } satisfies Saved);
  }

  /** Which of these records an origin holds, and as which event. */
  async #originals(texts: readonly string[]): Promise<Map<string, Key>> {
    const found = new Map<string, Key>();
    for (const origin of this.#origins) {
      const tree = await this.#store.read.treeOf(origin);
      if (tree === undefined) continue;
      const keys = texts.map((text) => eventKey(origin, text));
      const known = await this.#store.write.known(tree, keys);
      texts.forEach((text, i) => {
        if (known.has(keys[i]!) && !found.has(text)) found.set(text, keys[i]!);
      });
    }
    return found;
  }

  async #withAncestors(uids: readonly SessionUid[]): Promise<SessionUid[]> {
    const found = new Set<SessionUid>(uids);
    for (const uid of found) {
      const session = await this.#store.read.session(uid);
      if (session?.parent && session.parent.relation !== 'subagent' && found.size < mostOrigins) found.add(session.parent.uid);
    }
    found.delete(this.#session);
    return [...found];
  }
}

/** What the scan itself had saved, out of a file's state. */
export function scanState(state: string): string {
  return (JSON.parse(state) as Saved).scan;
}

function redirected(text: string | undefined, key: Key | null, originals: ReadonlyMap<string, Key>): Key | null {
  return (text === undefined ? undefined : originals.get(text)) ?? key;
}
