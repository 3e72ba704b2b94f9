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
      if (isRefused(session, leftOut)) continue;
      else yield session;
  if (names.length > 0) return;
  for (let offset = 0; ; offset += pageSize) {
    const { sessions } = await read.sessions({ ...filter, notEmpty: true }, { limit: pageSize, offset });
    for (const session of sessions) {
      if (isRefused(session, leftOut)) continue;
      if (await isRunning(read, session, now)) leftOut.running += 1;
      else yield session;
    }
    if (sessions.length < pageSize) return;
  }
}

function isRefused({ cwd }: Session, leftOut: LeftOut): boolean {
  const refused = cwd !== null && shareFileOf(cwd) === 'none';
  if (refused) leftOut.refused += 1;
  return refused;
}

const pageSize = 100;
