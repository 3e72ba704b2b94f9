import { expect, test } from 'vitest';
import { makeInvocation } from '../../testing/make-invocation.ts';
import { AllMetrics } from './all-metrics.ts';
import { reportText } from './report-text.ts';
import { shareOf } from './share.ts';

function metricsOf(...uses: readonly ReturnType<typeof makeInvocation>[]): AllMetrics {
  const all = new AllMetrics();
  for (const use of uses) all.add(use);
  return all;
}

test('a share says how far it can be trusted: 1 of 1 is not 100 %', () => {
  expect(shareOf(1, 1)).toEqual({ n: 1, count: 1, percent: 100, low: 20.7, high: 100 });
  expect(shareOf(95, 100)).toEqual({ n: 100, count: 95, percent: 95, low: 88.8, high: 97.8 });
  expect(shareOf(0, 0)).toEqual({ n: 0, count: 0, percent: null, low: 0, high: 100 });
});

test('metrics of a skill cover everything recorded of its uses', () => {
  const [metrics] = metricsOf(
    makeInvocation('commit', true, {
      at: '2026-03-02T09:00:00.000Z',
      duration_seconds: 2,
      workflow_path: 'quick',
      workflow_phase: 'deployment',
      follow_ups: ['edit', 'check'],
      selection_rank: 1,
      session: 'quill:a',
    }),
    makeInvocation('commit', false, {
      at: '2026-03-01T09:00:00.000Z',
      duration_seconds: 4,
      workflow_path: 'quick',
      error_type: 'denied',
      follow_ups: ['edit'],
      selection_rank: 1,
      session: 'quill:b',
    }),
    makeInvocation('commit', true, {
      at: '2026-03-04T09:00:00.000Z',
      workflow_path: 'comprehensive',
      selection_rank: 4,
      session: 'quill:b',
    }),
    makeInvocation('commit', null, { at: '2026-03-03T09:00:00.000Z', what: 'manual', session: null }),
  ).metrics();
  expect(metrics).toEqual({
    skill_name: 'commit',
    what: ['manual', 'skill'],
    sessions: 2,
    total_invocations: 4,
    completed_invocations: 2,
    abandoned_invocations: 1,
    unknown_invocations: 1,
    completion_rate: 66.7,
    completion: shareOf(2, 3),
    total_duration_seconds: 6,
    avg_duration_seconds: 3,
    workflow_paths: { quick: 2, comprehensive: 1 },
    workflow_phases: { deployment: 1 },
    common_errors: { denied: 1 },
    follow_up_actions: { edit: 2, check: 1 },
    avg_selection_rank: 2,
    ranked_first: shareOf(1, 2),
    recommendation_success_rate: 50,
    first_invoked_at: '2026-03-01T09:00:00.000Z',
    last_invoked_at: '2026-03-04T09:00:00.000Z',
  });
});

test('what is still running counts as a use, and neither for nor against it', () => {
  const [metrics] = metricsOf(makeInvocation('commit', null), makeInvocation('commit', null)).metrics();
  expect(metrics).toMatchObject({
    total_invocations: 2,
    unknown_invocations: 2,
    completion_rate: null,
    completion: { n: 0, percent: null },
  });
});

test('skills are listed the most used first, with a sum', () => {
  const all = metricsOf(makeInvocation('rare', true), makeInvocation('often', true), makeInvocation('often', false));
  expect(all.metrics().map(({ skill_name }) => skill_name)).toEqual(['often', 'rare']);
  expect(all.summary()).toMatchObject({
    total_skills: 2,
    total_invocations: 3,
    completed_invocations: 2,
    abandoned_invocations: 1,
    overall_completion_rate: 66.7,
    skills_by_usage: [
      ['often', 2],
      ['rare', 1],
    ],
    sessions: 1,
  });
});

test('words that occur once do not fill the memory, and those that are frequent stay', () => {
  const all = new AllMetrics();
  for (let at = 0; at < 5000; at++) all.add(makeInvocation('x', true, { follow_ups: [`once ${at}`, 'often'] }));
  expect(Object.entries(all.metrics()[0]!.follow_up_actions)[0]).toEqual(['often', 5000]);
});

test('the report gives shares with their sample, and few as they are', () => {
  const all = metricsOf(
    ...Array.from({ length: 9 }, (_, at) =>
      makeInvocation('often', at > 1, { duration_seconds: 200, error_type: at > 1 ? null : 'TypeError' }),
    ),
    makeInvocation('rare', true),
  );
  expect(reportText(all.summary(), all.metrics())).toMatchInlineSnapshot(`
    "Skills in all sessions

    10 uses of 2 skills in 1 session
    completed 8, abandoned 2, unknown 0: 80 % of 10 (49–94 %)
    average duration 3 min

    skill  uses  completed                  mean time  most frequent trouble
    often     9  78 % of 9 (45–94 %)            3 min  TypeError 2×
    rare      1  1 of 1
    "
  `);
});
