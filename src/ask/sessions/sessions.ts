import type { Session } from '../../model/session.ts';
import type { SessionFilter, StoreReader } from '../../store/store.ts';

export interface SessionsAnswer {
  readonly sessions: readonly Session[];
  readonly total: number;
  readonly truncated: boolean;
  /** Where the next page begins (`--after`); null when this is the last. */
  readonly next: number | null;
}

/** Sessions, newest first. */
export async function sessions(
  read: StoreReader,
  filter: SessionFilter,
  { limit = 20, after = 0 } = {},
): Promise<SessionsAnswer> {
  const page = await read.sessions(filter, { limit, offset: after });
  const end = after + page.sessions.length;
  const truncated = end < page.total;
  return { sessions: page.sessions, total: page.total, truncated, next: truncated ? end : null };
}
