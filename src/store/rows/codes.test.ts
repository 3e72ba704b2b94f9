import { expect, test } from 'vitest';
import { codeRows } from './codes.ts';

test('numbers in archives belong to their value for ever', () => {
  const listed = Map.groupBy(codeRows, ({ field }) => field);
  const texts = [...listed].map(
    ([field, rows]) => `${field}: ${rows.map(({ code, word }) => `${code} ${word}`).join(', ')}`,
  );
  expect(texts).toEqual([
    'kind: 1 user_msg, 2 assistant_msg, 3 thinking, 4 tool_call, 5 tool_result, 6 error, 7 test_run, 8 edit, 9 retry, 10 human_intervention, 11 decision, 12 lifecycle, 13 completion',
    'act: 1 read, 2 search, 3 edit, 4 check, 5 vcs, 6 shell, 7 web, 8 plan, 9 agent, 10 other',
    'role: 1 user, 2 assistant, 3 tool, 4 system',
    'origin: 1 human, 2 skill, 3 compaction, 4 notification, 5 harness',
    'basis: 1 inferred, 2 recorded, 3 judged',
    'edge_type: 1 asked, 2 informed, 3 reacted, 4 retried, 5 verifies, 6 spawned, 7 returned, 8 continued, 9 caused',
    'error_kind: 1 real, 2 benign, 3 denied, 4 cascade',
    'chain_state: 1 open, 2 unverified, 3 resolved, 4 failed',
    'chain_basis: 1 mined, 2 manual',
  ]);
});
