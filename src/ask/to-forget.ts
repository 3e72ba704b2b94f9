import type { SessionUid } from '../model/ids.ts';
import type { Session } from '../model/session.ts';
import type { StoreReader } from '../store/store.ts';
import { findSession } from './find-session.ts';

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
    for await (const session of matching(read, repo, before)) await addWithSubagents(read, session, found);
  }
  return [...found.values()];
}

async function* matching(read: StoreReader, repo: string | undefined, before: number | undefined): AsyncGenerator<Session> {
  const page = 500;
  const filter = { ...(repo === undefined ? {} : { repo }), ...(before === undefined ? {} : { until: before }) };
  for (let offset = 0; ; offset += page) {
    const { sessions } = await read.sessions(filter, { limit: page, offset });
    // `until` looks at when a session began; one that goes on is not from before.
    yield* sessions.filter(({ ended_at }) => before === undefined || (ended_at !== null && Date.parse(ended_at) < before));
    if (sessions.length < page) return;
  }
}

async function addWithSubagents(read: StoreReader, session: Session, found: Map<SessionUid, Session>): Promise<void> {
  if (found.has(session.uid)) return;
  found.set(session.uid, session);
  for (const child of await read.children(session.uid, 10_000)) {
    if (child.parent?.relation === 'subagent') await addWithSubagents(read, child, found);
  }
}
