import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';

/**
 * The sessions that led to this one: of the same repository and, where it is recorded, the same branch. Newest first, a
 * few.
 */
export async function sessionsBefore(
  read: StoreReader,
  { uid, repo, cwd, branch, ended_at }: Session,
  since?: number,
): Promise<readonly Session[]> {
  const place = repo ?? cwd;
  if (place === null || ended_at === null) return [];
  const { sessions } = await read.sessions(
    {
      repo: place,
      topLevel: true,
      notEmpty: true,
      endedBy: Date.parse(ended_at),
      ...(since !== undefined && { since }),
    },
    { limit: lookedAt, offset: 0 },
  );
  return sessions.filter((each) => each.uid !== uid && (branch === null || each.branch === branch)).slice(0, most);
}

const lookedAt = 40;
const most = 6;
