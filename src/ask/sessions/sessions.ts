import type { SessionFilter, StoreReader } from '../../store/store.ts';
import { withRunning, type ListedSession } from './running.ts';

export type { ListedSession } from './running.ts';

export interface SessionsAnswer {
  readonly sessions: readonly ListedSession[];
  readonly total: number;
  readonly truncated: boolean;
  /** Where the next page begins (`--after`); null when this is the last. */
  readonly next: number | null;
}

/** Sessions, newest first. */
export async function sessions(
  read: StoreReader,
  filter: SessionFilter,
  { limit = 20, after = 0, now }: { readonly limit?: number; readonly after?: number; readonly now: number },
): Promise<SessionsAnswer> {
  const page = await read.sessions(filter, { limit, offset: after });
  const end = after + page.sessions.length;
  const truncated = end < page.total;
  const listed = await withRunning(read, page.sessions, now);
  return { sessions: listed, total: page.total, truncated, next: truncated ? end : null };
}
