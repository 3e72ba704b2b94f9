import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import { findEvent } from '../find/find-event.ts';
import { findSession } from '../find/find-session.ts';
import { repoNamed } from '../question/filter.ts';
import type { QuestionContext } from '../question/question.ts';
import { latestWorkHere, latestWorkIn } from './latest-work.ts';

interface Wanted {
  readonly session?: string;
  readonly repo?: string;
  readonly at?: string;
}

/** Finds the session by name, by repository or by the current folder, and the event in it if one is given. */
export async function sessionToResume(
  { read, folder }: Pick<QuestionContext, 'read' | 'folder'>,
  { session: name, repo, at }: Wanted,
): Promise<{ readonly session: Session; readonly at?: Event }> {
  const session =
    name !== undefined
      ? await findSession(read, name)
      : repo === undefined
        ? await latestWorkHere(read, folder)
        : await latestWorkIn(read, repoNamed(repo, folder));
  return at === undefined ? { session } : { session, at: await findEvent(read, at, session.uid) };
}
