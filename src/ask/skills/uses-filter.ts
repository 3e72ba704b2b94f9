import type { InvocationFilter } from '../../store/store.ts';
import { findUseSession } from '../find/find-entry-session.ts';
import type { Input } from '../question/field.ts';
import { filterOf } from '../question/filter.ts';
import type { QuestionContext } from '../question/question.ts';
import type { usesFilter } from './fields.ts';

/** The filter as the store is asked. */
export async function usesFilterOf(
  context: Pick<QuestionContext, 'read' | 'sources' | 'folder'>,
  { session, ...filter }: Input<typeof usesFilter>,
): Promise<InvocationFilter> {
  return {
    ...(await filterOf(context, filter)),
    ...(session !== undefined && { session: await findUseSession(context.read, session) }),
  };
}
