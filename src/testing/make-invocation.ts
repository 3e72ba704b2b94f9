import type { InvocationId, SessionUid } from '../model/ids.ts';
import type { Invocation } from '../model/invocation.ts';

let number = 0;

/** One use of a skill; a test names only the fields that matter to it. */
export function makeInvocation(
  skill: string,
  completed: boolean | null,
  rest: Partial<Omit<Invocation, 'session'>> & { readonly session?: string | null } = {},
): Invocation {
  number++;
  return {
    id: `iv_${number}` as InvocationId,
    what: 'skill',
    basis: 'manual',
    source: null,
    repo: null,
    at: new Date(Date.UTC(2026, 2, 2, 9, 0, number)).toISOString(),
    workflow_path: null,
    workflow_phase: null,
    user_query: null,
    request: null,
    alternatives: [],
    selection_rank: null,
    duration_seconds: null,
    follow_ups: [],
    error_type: null,
    ...rest,
    skill,
    completed,
    session: (rest.session === undefined ? 'quill:s' : rest.session) as SessionUid | null,
  };
}
