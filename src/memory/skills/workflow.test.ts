import { describe, expect, test } from 'vitest';
import { makeInvocation } from '../../testing/make-invocation.ts';
import { heatmapHtml, heatmapSvg } from './heatmap-svg.ts';
import { heatmapText } from './heatmap-text.ts';
import { heatmapOf } from './heatmap.ts';
import { WorkflowTally, type Workflow } from './workflow.ts';
import { workflowText } from './workflow-text.ts';

type Use = ReturnType<typeof makeInvocation>;

function workflowOf(...uses: readonly Use[]): Workflow {
  const tally = new WorkflowTally();
  for (const use of uses) tally.add(use);
  return tally.workflow();
}

/** So many uses of a skill in a phase, the first of them completed. */
function uses(skill: string, phase: string, completed: number, abandoned: number): readonly Use[] {
  return Array.from({ length: completed + abandoned }, (_, at) =>
    makeInvocation(skill, at < completed, { workflow_phase: phase, session: null }),
  );
}

test('phases come in the order of work, free words after them', () => {
  const { phases, without_phase } = workflowOf(
    ...uses('x', 'polish', 1, 0),
    ...uses('x', 'deployment', 1, 0),
    ...uses('x', 'setup', 1, 1),
    makeInvocation('x', true),
  );
  expect(phases.map(({ phase, completion }) => [phase, completion.count, completion.n])).toEqual([
    ['setup', 1, 2],
    ['deployment', 1, 1],
    ['polish', 1, 1],
  ]);
  expect(without_phase).toBe(1);
});

test.each([
  [81, 19, undefined],
  [80, 20, 'monitor'],
  [71, 29, 'monitor'],
  [70, 30, 'warning'],
  [51, 49, 'warning'],
  [50, 50, 'critical'],
  [2, 3, 'critical'],
  [1, 1, 'monitor'],
  [0, 4, 'monitor'],
])('%i completed and %i abandoned: %s', (completed, abandoned, level) => {
  const [bottleneck] = workflowOf(...uses('x', 'verification', completed, abandoned)).bottlenecks;
  expect(bottleneck?.level).toBe(level);
  if (bottleneck)
    expect(bottleneck).toMatchObject({
      phase: 'verification',
      abandonment_rate: abandoned / (completed + abandoned),
      abandonment: { n: completed + abandoned },
    });
});

test('transitions are counted inside sessions, with what was used most', () => {
  const at = (phase: string, skill: string, session: string) =>
    makeInvocation(skill, true, { workflow_phase: phase, session });
  const { transitions } = workflowOf(
    at('exploration', 'scout', 'a'),
    at('exploration', 'scout', 'b'),
    at('execution', 'fix', 'a'),
    at('execution', 'fix', 'b'),
    at('exploration', 'scout', 'c'),
    at('verification', 'test', 'c'),
  );
  expect(transitions.map(({ from, to, count, share, skill_name }) => [from, to, count, share.n, skill_name])).toEqual([
    ['exploration', 'execution', 2, 3, 'fix'],
    ['exploration', 'verification', 1, 3, 'test'],
  ]);
});

test('the best skill of a phase is the surest, not the luckiest; none is good below 70 %', () => {
  const { best } = workflowOf(
    ...uses('lucky', 'execution', 1, 0),
    ...uses('sure', 'execution', 19, 1),
    ...uses('poor', 'setup', 7, 3),
  );
  expect(best.map(({ phase, skill_name }) => [phase, skill_name])).toEqual([['execution', 'sure']]);
});

test('the report has its four sections', () => {
  const text = workflowText(
    workflowOf(
      ...uses('fix', 'execution', 9, 1),
      ...uses('test', 'verification', 2, 4),
      makeInvocation('a', true, { workflow_phase: 'setup' }),
      makeInvocation('b', null, { workflow_phase: 'execution' }),
    ),
  );
  expect(text).toMatchInlineSnapshot(`
    "Workflow report: all sessions

    1. Effectiveness by phase

    setup: 1 use, completed 1 of 1
      a         1  1 of 1

    execution: 11 uses, completed 90 % of 10 (60–98 %)
      fix      10  90 % of 10 (60–98 %)
      b         1  no known end

    verification: 6 uses, completed 33 % of 6 (10–70 %)
      test      6  33 % of 6 (10–70 %)

    2. Bottlenecks (abandoned: 20 % monitor, 30 % warning, 50 % critical; with fewer than 5 known ends at most monitor)

    critical  verification: abandoned 67 % of 6 (30–90 %), score 0.67

    3. Transitions

       1×  setup → execution  1 of 1 after setup; most often b

    4. Best skill of each phase (completed more often than 70 %; the surest first)

    setup: a, 1 of 1
    execution: fix, 90 % of 10 (60–98 %)
    "
  `);
});

describe('the heatmap', () => {
  const workflow = workflowOf(
    ...uses('s90', 'execution', 9, 1),
    ...uses('s89', 'execution', 8, 1),
    ...uses('s70', 'execution', 7, 3),
    ...uses('s50', 'verification', 5, 5),
    ...uses('s30', 'setup', 3, 7),
    ...uses('s29', 'setup', 2, 5),
    ...uses('few', 'setup', 1, 0),
    makeInvocation('runs', null, { workflow_phase: 'setup' }),
  );

  test('has a step at 90, 70, 50 and 30 %, and marks what is too few', () => {
    expect(heatmapText(heatmapOf(workflow))).toMatchInlineSnapshot(`
      "      setup       execution   verificati…
      s30   ░░  30% 10
      s50                           ▒▒  50% 10
      s70               ▓▓  70% 10
      s90               ██  90% 10
      s89               ▓▓  89% 9
      s29   ··  29% 7
      few   ██ 100% 1?
      runs  --   ?  1

      ██ from 90 %  ▓▓ from 70 %  ▒▒ from 50 %  ░░ from 30 %  ·· below; then of how many.
      "?": fewer than 5, too few to judge. "--": no end is known.
      "
    `);
  });

  test('shows 15 skills and 8 phases, and says what it left out', () => {
    const many = Array.from({ length: 20 }, (_, at) => uses(`skill ${at}`, `phase ${at % 10}`, 20 - at, 0)).flat();
    const heatmap = heatmapOf(workflowOf(...many));
    expect([heatmap.skills.length, heatmap.phases.length, heatmap.left_out]).toEqual([15, 8, { skills: 5, phases: 2 }]);
    expect(heatmapText(heatmap)).toContain('Left out: 5 skills, 2 phases');
    expect(heatmapSvg(heatmap)).toContain('Left out: 5 skills, 2 phases');
  });

  test('as a picture it shows the same, and escapes names', () => {
    const svg = heatmapSvg(heatmapOf(workflowOf(...uses('<script>alert("x")</script>', 'setup & more', 9, 1))));
    expect(svg).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;, setup &amp; more: 9 of 10, 90 % (59.6 to 98.2 %)',
    );
    expect(svg).not.toContain('<script');
    expect(heatmapHtml(heatmapOf(workflow))).toMatch(/^<!doctype html>[^]+<svg [^]+<\/svg>\n<\/body>\n<\/html>\n$/);
  });

  test('without any use says so', () => {
    expect(heatmapText(heatmapOf(workflowOf()))).toBe('No use of a skill in a known phase.\n');
    expect(heatmapSvg(heatmapOf(workflowOf()))).toContain('</svg>');
  });
});
