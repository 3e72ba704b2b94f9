import { periodOf } from '../parts/period.ts';

/** The filter in the URL, as parameters for the server. */
export function filterOf(params: URLSearchParams) {
  const { since, until } = periodOf(params);
  return {
    q: params.get('q'),
    source: params.get('agent'),
    repo: params.get('repo'),
    outcome: params.get('outcome'),
    model: params.get('model'),
    failed: params.get('failed') === '1',
    since,
    // As the overview counts: a session belongs to the day on which it was last active.
    ended_by: until,
  };
}
