import { eventKey, type EventRef, flavorOf, type Key, type SessionUid } from '../../model/ids.ts';
import type { Identity } from '../../sources/source.ts';
import type { LinkRow, Store } from '../../store/store.ts';
import type { ScanEvent } from '../scan/scan-batch.ts';

/** How many record ids of a new file are looked up to find out whether it begins with another session's records. */
const probes = 3;
/** A fork of a fork of a fork … deeper chains are cut here. */
const maxOrigins = 16;

interface Saved {
  readonly scan: string;
  /** Nothing has shown yet whether the file begins with copies. */
  readonly unsure?: true;
  readonly origins?: readonly SessionUid[];
  /** The last step among the copies; removed once the session has continued from it. */
  readonly lastStep?: Key;
}

/**
 * Forks and old resumes begin with copies of another session's records, under the same record ids and a new session id.
 * The copies are not stored again: they are found in the session they came from, and what follows refers to it.
 */
export class Copies {
  readonly #store: Store;
  readonly #session: SessionUid;
  /** The session it claims to come from; for a fork of a fork, not the one that holds its first records. */
  readonly #named: SessionUid | undefined;
  #origins: SessionUid[];
  #looked: boolean;
  #lastStep: Key | undefined;

  constructor(store: Store, { session, parent }: Identity, state: string | null | undefined) {
    const saved = state ? (JSON.parse(state) as Saved) : undefined;
    this.#store = store;
    this.#session = session;
    this.#named = parent && parent.relation !== 'subagent' ? parent.uid : undefined;
    this.#origins = [...(saved?.origins ?? [])];
    this.#looked = saved !== undefined && !saved.unsure;
    this.#lastStep = saved?.lastStep;
  }

  /** The session the file was copied from, if it was. */
  get origin(): SessionUid | undefined {
    return this.#origins[0];
  }

  /** Checks once, at the first events of a file that was never read, whether another session already has them. */
  async look(events: readonly ScanEvent[]): Promise<void> {
    if (this.#looked) return;
    // Only ids that name the record itself: a tool-call id comes from the model and may repeat.
    const natives = events.filter(({ row, record }) => row.native === record.key && row.session === this.#session);
    this.#looked = natives.length > 0;
    const probed = natives.slice(0, probes);
    const holders = new Map<SessionUid, number>();
    for (const { row } of probed) {
      for (const uid of await this.#store.read.sessionsWithNative(row.native!, flavorOf(this.#session), maxOrigins)) {
        if (uid !== this.#session) holders.set(uid, (holders.get(uid) ?? 0) + 1);
      }
    }
    // One record in common may be chance where an agent's ids are short; two in a row are not.
    const others = [...holders].flatMap(([uid, held]) => (held >= Math.min(2, probed.length) ? [uid] : []));
    if (others.length > 0)
      this.#origins = await this.#withRelatives(this.#named === undefined ? others : [this.#named, ...others]);
  }

  /** The events that are not copies; references to copies lead to the originals. */
  async without(events: readonly ScanEvent[]): Promise<ScanEvent[]> {
    if (this.#origins.length === 0) return [...events];
    const originals = await this.originals(
      events.flatMap(({ row: { session }, record: { key, parent, call, turn } }) =>
        [key, parent, call, turn].map((each) => ({ session, key: each })),
      ),
    );
    const kept: ScanEvent[] = [];
    for (const event of events) {
      const { row, record } = event;
      const original = originals(row.session, record.key);
      if (original === undefined) {
        const parent = originals(row.session, record.parent)?.event ?? row.parent;
        const step = originals(row.session, record.call)?.event ?? row.step;
        const turn = originals(row.session, record.turn)?.event ?? row.turn;
        kept.push({ ...event, row: { ...row, parent, step, turn } });
      } else if (row.session === this.#session && row.step === row.key) {
        this.#lastStep = original.event;
      }
    }
    return kept;
  }

  /** The link to the session it came from: at the last step they share. Emitted once, when the session continues. */
  link(fresh: readonly ScanEvent[]): LinkRow[] {
    const from = this.#lastStep;
    if (
      !this.origin ||
      from === undefined ||
      !fresh.some(({ row }) => row.session === this.#session && row.step === row.key)
    )
      return [];
    this.#lastStep = undefined;
    return [
      { type: 'continued', child: this.#session, parent: this.origin, call: '', from, to: null, beforeLine: null },
    ];
  }

  save(scan: string): string {
    return JSON.stringify({
      scan,
      ...(!this.#looked && { unsure: true }),
      ...(this.#origins.length > 0 && { origins: this.#origins }),
      ...(this.#lastStep !== undefined && { lastStep: this.#lastStep }),
    } satisfies Saved);
  }

  /** Which of these records an origin holds, and as which event. */
  async originals(records: readonly RecordName[]): Promise<Originals> {
    const named = new Map<string, { readonly inside: string; readonly key: string }>();
    for (const { session, key } of records) {
      const inside = this.#inside(session);
      if (inside !== undefined && key !== undefined) named.set(`${inside}\0${key}`, { inside, key });
    }
    const found = new Map<string, Original>();
    for (const origin of this.#origins) {
      const tree = await this.#store.read.treeOf(origin);
      if (tree === undefined) continue;
      const held = [...named].map(([name, { inside, key }]) => {
        const session = `${origin}${inside}` as SessionUid;
        return { name, session, event: eventKey(session, key) };
      });
      const known = await this.#store.write.known(
        tree,
        held.map(({ event }) => event),
      );
      for (const { name, session, event } of held)
        if (known.has(event) && !found.has(name)) found.set(name, { tree, event, session });
    }
    return (session, key) => (key === undefined ? undefined : found.get(`${this.#inside(session)}\0${key}`));
  }

  /**
   * '' for the file's own session, `/<agent>` for a sub-agent that wrote into the same file: its records are copied
   * with the others.
   */
  #inside(session: SessionUid): string | undefined {
    if (session === this.#session) return '';
    return session.startsWith(`${this.#session}/`) ? session.slice(this.#session.length) : undefined;
  }

  /**
   * Their parents, and the other sessions that came from them. When a session was resumed twice, each time into a file
   * of its own, the second file holds what was new in the first, and the first no longer holds what both copied.
   */
  async #withRelatives(uids: readonly SessionUid[]): Promise<SessionUid[]> {
    const found = new Set<SessionUid>(uids);
    for (const uid of found) {
      const session = await this.#store.read.session(uid);
      const others = (await this.#store.read.children(uid, maxOrigins)).flatMap((child) =>
        child.parent!.relation === 'subagent' ? [] : [child.uid],
      );
      const above = session?.parent && session.parent.relation !== 'subagent' ? [session.parent.uid] : [];
      for (const relative of [...above, ...others]) if (found.size < maxOrigins) found.add(relative);
    }
    found.delete(this.#session);
    return [...found];
  }
}

/** A record by its key inside a session. */
interface RecordName {
  readonly session: SessionUid;
  readonly key: string | undefined;
}

interface Original extends EventRef {
  readonly session: SessionUid;
}

type Originals = (session: SessionUid, key: string | undefined) => Original | undefined;

/** What the scan itself had saved, out of a file's state. */
export function scanState(state: string): string {
  return (JSON.parse(state) as Saved).scan;
}

/** A file's state without that of the scan, which can be had again by reading the file from its beginning. */
export function withoutScan(state: string): string {
  return JSON.stringify({ ...(JSON.parse(state) as Saved), scan: '' });
}
