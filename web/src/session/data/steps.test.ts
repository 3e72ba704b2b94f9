import { describe, expect, test } from 'vitest';
import type { EdgeBeyond, SessionUid, SkeletonAnswer } from '../../../../src/types.ts';
import { generatedId, generatedSkeleton } from './generated-session.ts';
import { extendSkeleton, indexOfSeq, readSkeleton } from './skeleton.ts';
import { roleOf } from './stories.ts';
import { lanes } from './threads.ts';
import { combineSteps, type Steps } from './steps.ts';

describe('a session without sub-agents', () => {
  test('has the steps, times and edges of the answer', async () => {
    const answer = generatedSkeleton(2_000);
    const steps = await stepsOf(answer);
    expect(steps.count).toBe(2_000);
    expect(steps.at[1]! - steps.at[0]!).toBe(answer.steps.at[1]);
    expect([...steps.failed]).toEqual(answer.steps.failed);
    expect([...steps.confidence]).toEqual(answer.edges.confidence);
    const last = 1_999;
    const first = steps.firstCause[last]!;
    expect(last - steps.cause[first]!).toBe(answer.edges.back.at(-answer.steps.causes.at(-1)!));
  });

  test('every edge is found from both of its ends', async () => {
    const steps = await stepsOf(generatedSkeleton(2_000));
    const wrong: number[] = [];
    for (let step = 0; step < steps.count; step++) {
      for (let at = steps.firstEffect[step]!; at < steps.firstEffect[step + 1]!; at++) {
        const [edge, effect] = [steps.effectEdge[at]!, steps.effect[at]!];
        if (steps.cause[edge] !== step || edge < steps.firstCause[effect]! || edge >= steps.firstCause[effect + 1]!)
          wrong.push(edge);
      }
    }
    expect(wrong).toEqual([]);
    expect(steps.effect.length).toBe(steps.cause.length);
  });

  test('turns begin with prompts', async () => {
    const answer = generatedSkeleton(500);
    const steps = await stepsOf(answer);
    expect([...steps.turnStart]).toEqual(answer.steps.kind.flatMap((kind, step) => (kind < 2 ? [step] : [])));
    expect(steps.turn[499]).toBe(steps.turnStart.length - 1);
  });

  test('the role of a failure comes before its roles in other stories', async () => {
    const answer = generatedSkeleton(500);
    const [story] = answer.stories;
    const steps = await stepsOf({
      ...answer,
      stories: [
        story!,
        { ...story!, error: story!.attempts[0]!, attempts: [], fix: [], proof: null, state: 'open', kind: 'real' },
      ],
    });
    expect(roleOf(steps.role[story!.attempts[0]!]!)).toBe('open');
    expect(roleOf(steps.role[story!.proof!]!)).toBe('proof');
    expect(steps.storyOf[story!.attempts[0]!]).toBe(1);
  });
});

describe('a session that grows', () => {
  test('is the same from two answers as from one, also when the second overlaps and orders its tools differently', async () => {
    const whole = await readSkeleton(generatedSkeleton(300));
    const [first, second] = cut(generatedSkeleton(300), 200, 180);
    const joined = await extendSkeleton(await readSkeleton(first), second, first.next);
    for (const column of [
      'seq',
      'at',
      'kind',
      'failed',
      'took',
      'firstCause',
      'cause',
      'type',
      'confidence',
      'basis',
    ] as const)
      expect(joined[column], column).toEqual(whole[column]);
    expect([...joined.tool].map((tool) => joined.tools[tool])).toEqual(
      [...whole.tool].map((tool) => whole.tools[tool]),
    );
  });

  test('causes in other sessions are kept, and repeated ones are not doubled', async () => {
    const [first, second] = cut(generatedSkeleton(300), 200, 180);
    const beyond = (step: number, is: 'cause' | 'effect'): EdgeBeyond => ({
      step,
      is,
      other: { session: 'x' as SessionUid, step: generatedId('x', 1), seq: 1 },
      type: 'spawned',
      confidence: 1,
      basis: 'recorded',
    });
    const joined = await extendSkeleton(
      await readSkeleton({ ...first, beyond: [beyond(0, 'cause'), beyond(190, 'cause'), beyond(7, 'effect')] }),
      { ...second, beyond: [beyond(190, 'cause'), beyond(7, 'effect')] },
      first.next,
    );
    expect(joined.beyond.map(({ step, is }) => `${is} ${step}`).toSorted()).toEqual([
      'cause 0',
      'cause 190',
      'effect 7',
    ]);
  });
});

describe('an open sub-agent', () => {
  const child = 'made:up/0' as SessionUid;

  test('comes after the call that started it, and later steps move down', async () => {
    const root = await readSkeleton(generatedSkeleton(100, { children: 1 }));
    const inside = await readSkeleton(generatedSkeleton(40, { uid: child }));
    const steps = await combineSteps(root, new Map([[child, inside]]));
    expect(steps.count).toBe(140);
    expect([steps.part[50], steps.part[51], steps.part[90], steps.part[91]]).toEqual([0, 1, 1, 0]);
    expect(steps.own[91]).toBe(51);
    expect(steps.stepAt(1, 0)).toBe(51);
    expect(steps.bands[0]).toMatchObject({ after: 50, depth: 1, open: { part: 1, from: 51, to: 90 } });
    expect(steps.depth[60]).toBe(1);
    expect(steps.turn[51]).toBe(steps.turn[50]);
  });

  test('is linked to the session once, though both report the edge', async () => {
    const calls: EdgeBeyond = {
      step: 50,
      is: 'effect',
      other: { session: child, step: generatedId(child, 0), seq: 1 },
      type: 'spawned',
      confidence: 1,
      basis: 'recorded',
    };
    const called: EdgeBeyond = {
      step: 0,
      is: 'cause',
      other: { session: 'made:up' as SessionUid, step: generatedId('made:up', 50), seq: 1 + 50 * 3 },
      type: 'spawned',
      confidence: 1,
      basis: 'recorded',
    };
    const root = await readSkeleton({ ...generatedSkeleton(100, { children: 1 }), beyond: [calls] });
    const inside = await readSkeleton({ ...generatedSkeleton(40, { uid: child }), beyond: [called] });
    const steps = await combineSteps(root, new Map([[child, inside]]));
    const causes = [...steps.cause.subarray(steps.firstCause[51], steps.firstCause[52])];
    expect(causes).toEqual([50]);
    expect(steps.basis[steps.firstCause[51]!]).toBe(1);
  });

  test('that is not open is a row without steps', async () => {
    const steps = await stepsOf(generatedSkeleton(100, { children: 3 }));
    expect(steps.bands.map(({ after, open }) => [after, open])).toEqual([
      [16, null],
      [50, null],
      [83, null],
    ]);
  });
});

test('the step of an event is found by its index in the session', async () => {
  const skeleton = await readSkeleton(generatedSkeleton(100));
  expect(indexOfSeq(skeleton, skeleton.seq[42]!)).toBe(42);
  expect(indexOfSeq(skeleton, skeleton.seq[42]! + 1)).toBe(42);
});

test('threads: a step is drawn below its strongest cause, and a lane that leaves a row enters the next', async () => {
  const { threads, count } = await stepsOf(generatedSkeleton(5_000));
  const wrong: number[] = [];
  for (let step = 0; step + 1 < count; step++) {
    if (
      threads.lane[step]! >= lanes ||
      threads.above[step + 1] !== threads.below[step] ||
      threads.parent[step]! >= step
    )
      wrong.push(step);
  }
  expect(wrong).toEqual([]);
});

test('an edge whose cause is not loaded yet is left out', async () => {
  const answer = generatedSkeleton(3);
  const steps = await stepsOf({
    ...answer,
    steps: { ...answer.steps, causes: [0, 1, 0] },
    edges: { back: [-9], type: [0], confidence: [90], basis: [1] },
  });
  expect(steps.cause.length).toBe(0);
});

async function stepsOf(answer: SkeletonAnswer): Promise<Steps> {
  return await combineSteps(await readSkeleton(answer), new Map());
}

/** One answer as two: the first `to` steps, and those from `again` on, with the tools in another order. */
function cut(answer: SkeletonAnswer, to: number, again: number): readonly [SkeletonAnswer, SkeletonAnswer] {
  const seqAt = (step: number) => 1 + step * 3;
  const part = (from: number, until: number): Pick<SkeletonAnswer, 'steps' | 'edges'> => {
    const sum = (end: number) => answer.steps.causes.slice(0, end).reduce((total, count) => total + count, 0);
    const columns = <Columns extends object>(object: Columns, a: number, b: number) =>
      Object.fromEntries(
        Object.entries(object).map(([name, list]) => [name, (list as number[]).slice(a, b)]),
      ) as Columns;
    return { steps: columns(answer.steps, from, until), edges: columns(answer.edges, sum(from), sum(until)) };
  };
  const second = part(again, answer.total);
  const at = answer.steps.at.slice(0, again + 1).reduce((sum, delta) => sum + delta, 0);
  const reversed = answer.tools.toReversed();
  return [
    { ...answer, ...part(0, to), total: to, next: seqAt(again - 1) },
    {
      ...answer,
      ...second,
      tools: reversed,
      before: again,
      steps: {
        ...second.steps,
        seq: [3, ...second.steps.seq.slice(1)],
        at: [at, ...second.steps.at.slice(1)],
        tool: second.steps.tool.map((tool) => (tool < 0 ? -1 : reversed.length - 1 - tool)),
      },
    },
  ];
}
