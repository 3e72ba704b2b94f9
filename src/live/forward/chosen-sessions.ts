import { withSubagents } from '../../ask/export/otlp/trace-requests.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { isRunning } from '../../ask/sessions/running.ts';
import type { Session } from '../../model/session.ts';
import type { SessionFilter, StoreReader } from '../../store/store.ts';
import { shareFileOf } from '../push/share-file.ts';

export interface LeftOut {
  /** They are sent once they rest. */
  running: number;
  /** A file of their repository says that they are not to be sent. */
  refused: number;
}

/** The sessions that were named, each with its sub-agents; without names all that pass, and rest. */
export async function* chosenSessions(
  read: StoreReader,
  names: readonly string[],
  filter: SessionFilter,
  { now, leftOut }: { readonly now: number; readonly leftOut: LeftOut },
): AsyncGenerator<Session> {
  for (const name of names)
    for await (const session of withSubagents(read, await findSession(read, name)))
      if (await isRefused(read, session, leftOut)) continue;
      else yield session;
  if (names.length > 0) return;
  for (let offset = 0; ; offset += pageSize) {
    const { sessions } = await read.sessions({ ...filter, notEmpty: true }, { limit: pageSize, offset });
    for (const session of sessions) {
      if (await isRefused(read, session, leftOut)) continue;
      if (await isRunning(read, session, now)) leftOut.running += 1;
      else yield session;
    }
    if (sessions.length < pageSize) return;
  }
}

async function isRefused(read: StoreReader, session: Session, leftOut: LeftOut): Promise<boolean> {
  const refused = await isInRefusing(read, session);
  if (refused) leftOut.refused += 1;
  return refused;
}

/** A sub-agent belongs to what started it, which may also be all that shows where it worked. */
async function isInRefusing(read: StoreReader, { cwd, parent }: Session, depth = 0): Promise<boolean> {
  if (cwd !== null && shareFileOf(cwd) === 'none') return true;
  const starter = parent?.relation === 'subagent' && depth < 8 ? await read.session(parent.uid) : undefined;
  return starter !== undefined && (await isInRefusing(read, starter, depth + 1));
}

const pageSize = 100;
