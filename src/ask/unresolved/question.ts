import {
  after,
  agent,
  errorKindsField,
  limit,
  repo,
  sessionName,
  since,
  until,
  workspace,
} from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const unresolved = defineQuestion({
  name: 'unresolved',
  summary: 'List what failed and was not fixed, newest first',
  details:
    'Failures that are open, or that were given up, with what was tried. Those that were given up, or for which ' +
    'everything that was tried failed, need review. Where the same failure ' +
    'was fixed at another time or place, that is shown. Failures with an attempt that was never checked are not ' +
    'among them.',
  input: {
    agent,
    repo,
    session: { ...sessionName, summary: 'Only of this session' },
    since,
    until,
    kinds: errorKindsField,
    needsReview: {
      type: 'flag',
      summary: 'Only those that were given up, or for which everything that was tried failed',
    },
    workspace,
    limit: limit(50, 200, 'failures'),
    after,
  },
  output: 'UnresolvedAnswer',
  http: { path: '/api/errors/unresolved' },
  async run(context, { session: name, ...filter }) {
    const { unresolved: list } = await import('./unresolved.ts');
    const { findChainSession } = await import('../find/find-entry-session.ts');
    const within = name === undefined ? {} : { session: await findChainSession(context.read, name) };
    return list(context.read, { ...(await filterOf(context, filter)), ...within });
  },
});
