import { awaitsAgent, wasActive } from '../../memory/digest/running.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';

/** A session in a list. */
export interface ListedSession extends Session {
  /** Its agent was active within the last ten minutes and has still to do something; its outcome is not known yet. */
  readonly running: boolean;
}

/** The same sessions, and which of them are running. The few that were active just now are looked into. */
export async function withRunning(
  read: StoreReader,
  sessions: readonly Session[],
  now: number,
): Promise<readonly ListedSession[]> {
  const listed: ListedSession[] = [];
  for (const session of sessions) {
    const running = await isRunning(read, session, now);
    listed.push({ ...session, running, ...(running && { outcome: 'unknown' }) });
  }
  return listed;
}

export async function isRunning(read: StoreReader, { uid, ended_at, parent }: Session, now: number): Promise<boolean> {
  if (ended_at === null || !wasActive(Date.parse(ended_at), now)) return false;
  const events = await read.recentEvents(uid, { limit: lastEvents });
  return awaitsAgent(events.toReversed()) && !(parent?.relation === 'subagent' && (await hasReturned(read, uid)));
}

/** Enough to find the last one that is a prompt, a message, a call or a result. */
const lastEvents = 50;

async function hasReturned(read: StoreReader, uid: SessionUid): Promise<boolean> {
  return (await read.links(uid)).some(({ type }) => type === 'returned');
}
