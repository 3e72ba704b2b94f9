import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Relation } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';
import { findSession } from '../find/find-session.ts';

export interface ForgetQuery {
  readonly names: readonly string[];
  readonly repo?: string;
  /** Sessions that ended before this time (ms). */
  readonly before?: number;
}

/** The sessions a person wants forgotten, sub-agents with the session that started them. */
export async function toForget(read: StoreReader, { names, repo, before }: ForgetQuery): Promise<readonly Session[]> {
  const found = new Map<SessionUid, Session>();
  for (const name of names) await addWithSubagents(read, await findSession(read, name), found);
  if (repo !== undefined || before !== undefined) {
    const old = new Map<SessionUid, Session>();
    for await (const session of matching(read, repo, before)) old.set(session.uid, session);
    for (const session of old.values()) {
      if (before === undefined || !(await isBesideOthers(read, session, old)))
        await addWithSubagents(read, session, found);
    }
  }
  return [...found.values()];
}

/**
 * Whether it is in one file with a session that nobody asked to forget: the old chats of an Aider history stay as
 * long as there are newer ones.
 */
async function isBesideOthers(
  read: StoreReader,
  { uid }: Session,
  asked: ReadonlyMap<SessionUid, Session>,
): Promise<boolean> {
  for (const other of await read.sharingFiles(uid)) {
    if (!asked.has(other) && (await read.session(other))?.parent?.relation !== 'subagent') return true;
  }
  return false;
}

/** Whether some go only because they are in one file with another, as the chats of one Aider history are. */
export async function goTogether(read: StoreReader, forgotten: readonly Session[]): Promise<boolean> {
  const own = new Set(forgotten.flatMap(({ uid, parent }) => (parent?.relation === 'subagent' ? [] : [uid])));
  for (const uid of own) if ((await read.sharingFiles(uid)).some((other) => own.has(other))) return true;
  return false;
}

/** A session that stays although it begins with a copy of what is to be forgotten. */
export interface KeptCopy {
  readonly uid: SessionUid;
  readonly relation: Relation;
  /** The session it copied. */
  readonly of: SessionUid;
}

/** The forks and resumes, and theirs in turn, that hold copies of these sessions' records and are not among them. */
export async function keptCopies(read: StoreReader, forgotten: readonly Session[]): Promise<readonly KeptCopy[]> {
  const going = new Set(forgotten.map(({ uid }) => uid));
  const copies = new Map<SessionUid, KeptCopy>();
  const waiting = [...going];
  for (const of of waiting) {
    for (const child of await read.children(of, 10_000)) {
      const relation = child.parent!.relation;
      if (going.has(child.uid) || copies.has(child.uid) || relation === 'subagent' || !(await holdsCopies(read, child)))
        continue;
      copies.set(child.uid, { uid: child.uid, relation, of });
      waiting.push(child.uid);
    }
  }
  return [...copies.values()];
}

/** A fork always does; of the others, those with lines that were here already. */
async function holdsCopies(read: StoreReader, { uid, parent }: Session): Promise<boolean> {
  return parent?.relation === 'fork' || (await read.filesOf(uid)).some(({ lines }) => lines.copy > 0);
}

async function* matching(
  read: StoreReader,
  repo: string | undefined,
  before: number | undefined,
): AsyncGenerator<Session> {
  const page = 500;
  const filter = { ...(repo === undefined ? {} : { repo }), ...(before === undefined ? {} : { until: before }) };
  for (let offset = 0; ; offset += page) {
    const { sessions } = await read.sessions(filter, { limit: page, offset });
    // `until` looks at when a session began; one that goes on is not from before.
    yield* sessions.filter(
      ({ ended_at }) => before === undefined || (ended_at !== null && Date.parse(ended_at) < before),
    );
    if (sessions.length < page) return;
  }
}

/** Sub-agents go with their caller, and what shares a file with a session goes with it: bytes are forgotten whole. */
async function addWithSubagents(read: StoreReader, session: Session, found: Map<SessionUid, Session>): Promise<void> {
  if (found.has(session.uid)) return;
  found.set(session.uid, session);
  for (const uid of await read.sharingFiles(session.uid)) {
    const other = found.has(uid) ? undefined : await read.session(uid);
    if (other) await addWithSubagents(read, other, found);
  }
  for (const child of await read.children(session.uid, 10_000)) {
    if (child.parent?.relation === 'subagent') await addWithSubagents(read, child, found);
  }
}
