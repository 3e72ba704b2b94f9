import type { Session } from '../../model/session.ts';
import type { EvictableSession, StoreReader } from '../../store/store.ts';
import { toForget } from './to-forget.ts';

export interface EvictQuery {
  /** Only these, with their sub-agents. */
  readonly names: readonly string[];
  readonly repo?: string;
  /** Only sessions that ended before this time (ms). */
  readonly before?: number;
  /** Only as many, the oldest first, as must go for the store to take at most so many bytes. */
  readonly budget?: number;
}

export interface ToEvict {
  /** Oldest first. */
  readonly sessions: readonly EvictableSession[];
  /** What their bytes take in the store now. */
  readonly bytes: number;
  readonly store: { readonly before: number; readonly after: number };
  /** Sessions that match too but are not analyzed yet. */
  readonly not_analyzed: number;
}

/** The sessions whose bytes a person wants to let go. */
export async function toEvict(read: StoreReader, { names, repo, before, budget }: EvictQuery): Promise<ToEvict> {
  const asked =
    names.length > 0 || repo !== undefined
      ? await toForget(read, { names, ...(repo === undefined ? {} : { repo }) })
      : undefined;
  const isOld = (endedAt: number | null): boolean => before === undefined || (endedAt ?? 0) < before;
  const isAsked = asked && new Set(asked.map(({ uid }) => uid));
  const candidates = (await read.evictable(mostSessions)).filter(
    ({ uid, endedAt }) => isOld(endedAt) && (!isAsked || isAsked.has(uid)),
  );
  const size = (await read.overview()).bytes.store;
  const sessions = budget === undefined ? candidates : oldestUntil(candidates, size - budget);
  const bytes = sessions.reduce((sum, session) => sum + session.bytes, 0);
  return {
    sessions,
    bytes,
    store: { before: size, after: Math.max(0, size - bytes) },
    not_analyzed: asked?.filter(wantsDigest).length ?? 0,
  };
}

const mostSessions = 1_000_000;

function wantsDigest({ watermarks: { analyzed, evicted } }: Session): boolean {
  return analyzed === null && evicted === null;
}

function oldestUntil(sessions: readonly EvictableSession[], enough: number): readonly EvictableSession[] {
  let bytes = 0;
  return sessions.filter((session) => {
    if (bytes >= enough) return false;
    bytes += session.bytes;
    return true;
  });
}
