import { repositoryAround } from '../../ask/blame/git.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import type { SessionStart } from './session-start.ts';

/** Older work gets no note by itself. */
export const recentMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The session that was last active in this folder or, inside a repository, anywhere in it; undefined when that is long
 * ago.
 */
export async function latestBefore(
  read: StoreReader,
  { session: own, cwd }: SessionStart,
  now: number,
): Promise<Session | undefined> {
  const repository = repositoryAround(cwd);
  const { sessions } = await read.sessions(
    { repo: repository ?? cwd, notEmpty: true, since: now - recentMs },
    { limit: maxLookedAt, offset: 0 },
  );
  return sessions.find(
    ({ uid, parent, cwd: place }) =>
      uid !== own && parent?.relation !== 'subagent' && (repository !== undefined || place === cwd),
  );
}

/** Sub-agents of the latest session come before it, or right behind. */
const maxLookedAt = 50;
