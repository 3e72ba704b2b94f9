import { describe, expect, test } from 'vitest';
import type { Store } from '../../store/store.ts';
import { delegation, failedTest, subagent } from '../../testing/stories.ts';
import { idOf, link } from '../../testing/write-stories.ts';
import type { Story, StoryEvent, StoryEdge } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { findEvent } from '../find/find-event.ts';
import { impact } from '../impact/impact.ts';
import { roots } from '../roots/roots.ts';
import { StrongestFirst } from './walk-queue.ts';
import type { WalkOptions } from './walk.ts';
import { why } from '../why/why.ts';

/** A session of the steps a, b, c … in this order; those in capitals are prompts. */
function steps(names: string): Story {
  return {
    name: 'letters',
    events: [...names].map((id): StoryEvent =>
      id === id.toUpperCase()
        ? { id, t: 'prompt', text: id }
        : { id, t: 'call', tool: 'sh', input: { cmd: id }, summary: id },
    ),
  };
}

/** `a<b 0.9`: a because of b, with this confidence. */
function edges(...descriptions: readonly string[]): readonly StoryEdge[] {
  return descriptions.map((each) => {
    const [, effect, cause, confidence] = /^(.)<(.) ([\d.]+)$/.exec(each)!;
    return {
      effect: effect!,
      cause: cause!,
      type: 'informed',
      ...(Number(confidence) === 1 ? {} : { confidence: Number(confidence) }),
    };
  });
}

async function graphOf(story: Story, ...descriptions: readonly string[]): Promise<Store> {
  const store = await storeWithStories(story);
  await link(store, story, edges(...descriptions));
  return store;
}

async function whyOf(store: Store, name: string, options: WalkOptions = {}) {
  const answer = await why(store.read, await findEvent(store.read, name), options);
  return {
    ...answer,
    names: answer.causes.map(({ step }) => step.native_id).join(''),
    way: answer.line.map(({ step }) => step.native_id).join(''),
  };
}

/** A test fails, is dealt with, and fails again; something else was changed as well. */
const twoTries: Story = {
  name: 'tries',
  events: [
    { id: 'wish', t: 'prompt', text: 'add tax' },
    { id: 'write', t: 'call', tool: 'edit', act: 'edit', input: {}, summary: 'edit src/cart.ts' },
    { id: 'before', t: 'call', tool: 'edit', act: 'edit', input: {}, summary: 'edit src/till.ts' },
    { id: 'fails', t: 'call', tool: 'sh', act: 'check', input: {}, summary: 'npm test', failed: true },
    { id: 'failing', t: 'result', call: 'fails', output: 'FAIL test/cart.test.ts', failed: true },
    { id: 'fix', t: 'call', tool: 'edit', act: 'edit', input: {}, summary: 'edit src/cart.ts' },
    { id: 'other', t: 'call', tool: 'edit', act: 'edit', input: {}, summary: 'edit src/till.ts' },
    { id: 'format', t: 'call', tool: 'bash', act: 'edit', input: {}, summary: 'bash npm run format' },
    { id: 'again', t: 'call', tool: 'sh', act: 'check', input: {}, summary: 'npm test', failed: true },
    { id: 'failingAgain', t: 'result', call: 'again', output: 'FAIL test/cart.test.ts', failed: true },
  ],
};
const tries: readonly StoryEdge[] = [
  { effect: 'write', cause: 'wish', type: 'asked', confidence: 0.8 },
  { effect: 'fails', cause: 'write', type: 'verifies', confidence: 0.9 },
  { effect: 'fix', cause: 'fails', type: 'reacted', confidence: 0.6 },
  { effect: 'again', cause: 'fix', type: 'verifies', confidence: 0.9 },
];

describe('why', () => {
  test('the strongest cause comes first, and a cause is as strong as the best path to it', async () => {
    await using store = await graphOf(steps('Abcd'), 'd<c 0.9', 'd<b 0.5', 'c<b 0.8', 'b<A 0.9');
    const { causes, names } = await whyOf(store, 'd');
    expect(names).toBe('cbA');
    expect(causes.map(({ strength, depth }) => [strength, depth])).toEqual([
      [0.9, 1],
      [0.72, 2],
      [0.648, 3],
    ]);
    expect(causes[1]!.via).toMatchObject({ effect: idOf(steps('Abcd'), 'c'), confidence: 0.8 });
  });

  test('it is cut to the strongest, or to so many steps back, and says so', async () => {
    await using store = await graphOf(steps('Abcd'), 'd<c 0.9', 'd<b 0.5', 'c<A 0.8');
    expect(await whyOf(store, 'd', { limit: 2 })).toMatchObject({ names: 'cA', truncated: true });
    expect(await whyOf(store, 'd', { limit: 3 })).toMatchObject({ names: 'cAb', truncated: false });
    expect(await whyOf(store, 'd', { depth: 1 })).toMatchObject({ names: 'cb', way: 'c', truncated: true });
    expect(await whyOf(store, 'd', { depth: 2 })).toMatchObject({ names: 'cAb', truncated: false });
  });

  test('no link below the wanted confidence is followed, and nothing behind it found', async () => {
    await using store = await graphOf(steps('Abcd'), 'd<c 0.9', 'd<b 0.4', 'b<A 1');
    expect(await whyOf(store, 'd', { minConfidence: 0.5 })).toMatchObject({
      names: 'c',
      roots: [{ native_id: 'c' }],
      truncated: false,
    });
  });

  test('the roots are the causes without a cause', async () => {
    await using store = await graphOf(steps('Abcd'), 'd<c 0.9', 'd<b 0.5', 'c<A 0.8');
    expect((await whyOf(store, 'd')).roots.map(({ native_id }) => native_id)).toEqual(['A', 'b']);
  });

  test('a failed step says what it failed with', async () => {
    await using store = await storeWithStories();
    expect((await whyOf(store, 'run')).target.failure).toBe('exit 1: 1 failing in cart.test.ts');
    expect((await whyOf(store, 'fix')).target.failure).toBeNull();
  });

  test('links that lead in a circle are walked once', async () => {
    await using store = await graphOf(steps('abc'), 'c<b 0.9', 'b<a 0.9', 'a<c 0.9');
    expect(await whyOf(store, 'c')).toMatchObject({ names: 'ba', way: 'ba', truncated: false });
  });

  test('a session of a thousand steps, each with five causes, is walked to its beginning', async () => {
    const long: Story = {
      name: 'long',
      events: Array.from({ length: 1_000 }, (_, n): StoryEvent => ({
        id: `s${n}`,
        t: 'call',
        tool: 'sh',
        input: {},
        summary: `${n}`,
      })),
    };
    await using store = await storeWithStories(long);
    await link(
      store,
      long,
      Array.from({ length: 1_000 }, (_, n) =>
        [1, 2, 3, 5, 8].flatMap((back): StoryEdge[] =>
          n < back ? [] : [{ effect: `s${n}`, cause: `s${n - back}`, confidence: 1 - back / 100 }],
        ),
      ).flat(),
    );
    const {
      causes,
      truncated,
      roots: [began],
    } = await whyOf(store, 's999', { limit: 5_000 });
    expect(causes).toHaveLength(999);
    expect(truncated).toBe(false);
    expect(began?.native_id).toBe('s0');
  });
});

describe('the main path', () => {
  test('goes through the most likely cause, not straight to the prompt that asked for everything', async () => {
    await using store = await graphOf(steps('Abcd'), 'd<A 0.7', 'd<c 0.8', 'c<b 0.9', 'b<A 0.9', 'c<A 0.5');
    expect((await whyOf(store, 'd')).way).toBe('cbA');
  });

  test('takes the latest of equally likely causes', async () => {
    await using store = await graphOf(steps('Abcd'), 'd<b 0.8', 'd<c 0.8', 'b<A 0.9', 'c<A 0.9');
    expect((await whyOf(store, 'd')).way).toBe('cA');
  });

  test('leads to what a person said rather than into a dead end, unless it would have to guess', async () => {
    await using store = await graphOf(steps('Abcd'), 'd<c 0.9', 'c<b 0.9', 'c<A 0.6');
    expect((await whyOf(store, 'd')).way).toBe('cA');
    await link(store, steps('Abcd'), edges('d<c 0.9', 'c<b 0.9', 'c<A 0.4'));
    expect((await whyOf(store, 'd')).way).toBe('cb');
  });

  test('a failure is explained by the change it checked, a change by the failure it reacts to', async () => {
    await using store = await storeWithStories(twoTries);
    await link(store, twoTries, [
      ...tries,
      { effect: 'again', cause: 'fails', type: 'retried', confidence: 0.99 },
      { effect: 'fix', cause: 'write', type: 'informed', confidence: 0.98 },
    ]);
    expect((await whyOf(store, 'again')).line.map(({ step }) => step.native_id)).toEqual([
      'fix',
      'fails',
      'write',
      'wish',
    ]);
    expect((await whyOf(store, 'again', { depth: 3 })).line.map(({ step }) => step.native_id)).toEqual([
      'fix',
      'fails',
      'write',
    ]);
  });

  test('but not by a change that is a guess, nor by a formatter', async () => {
    await using store = await storeWithStories(twoTries);
    await link(store, twoTries, [
      ...tries.filter(({ effect }) => effect !== 'again'),
      { effect: 'again', cause: 'fix', type: 'verifies', confidence: 0.4 },
      { effect: 'again', cause: 'format', type: 'verifies', confidence: 0.9 },
      { effect: 'again', cause: 'fails', type: 'retried', confidence: 0.8 },
    ]);
    expect((await whyOf(store, 'again')).line.map(({ step }) => step.native_id)).toEqual(['fails', 'write', 'wish']);
  });

  test('an earlier failure is explained by the change that was fixed then', async () => {
    await using store = await storeWithStories(twoTries);
    await link(store, twoTries, [
      ...tries,
      { effect: 'before', cause: 'wish', type: 'asked', confidence: 0.9 },
      { effect: 'fails', cause: 'before', type: 'verifies', confidence: 0.99 },
    ]);
    expect((await whyOf(store, 'again')).line.map(({ step }) => step.native_id)).toEqual([
      'fix',
      'fails',
      'write',
      'wish',
    ]);
  });

  test('goes to the change of the file that the failure names', async () => {
    await using store = await storeWithStories(twoTries);
    await link(store, twoTries, [
      ...tries,
      { effect: 'fix', cause: 'fails', type: 'reacted', confidence: 0.9 },
      { effect: 'again', cause: 'other', type: 'verifies', confidence: 0.99 },
    ]);
    expect((await whyOf(store, 'again')).line[0]!.step.native_id).toBe('fix');
  });

  test('leads out of a sub-agent to what its caller was asked', async () => {
    await using store = await storeWithStories();
    await link(store, delegation, [{ effect: 'spawn', cause: 'ask', confidence: 0.8, type: 'asked' }]);
    await link(store, subagent, [
      { of: delegation, cause: 'spawn', effect: 'task' },
      { cause: 'task', effect: 'grep', confidence: 0.9, type: 'asked' },
    ]);
    const { line } = await whyOf(store, 'grep');
    expect(line.map(({ step: { native_id, session }, via }) => [native_id, session, via.basis])).toEqual([
      ['task', 'quill:delegation/scout', 'inferred'],
      ['spawn', 'quill:delegation', 'recorded'],
      ['ask', 'quill:delegation', 'inferred'],
    ]);
  });
});

describe('impact', () => {
  test('is why, forward: everything that has the step as a cause', async () => {
    await using store = await graphOf(steps('Abcd'), 'd<c 0.9', 'c<A 0.8', 'b<A 0.5');
    const { effects, ends, truncated } = await impact(store.read, await findEvent(store.read, 'A'));
    expect(effects.map(({ step: { native_id }, depth, strength }) => [native_id, depth, strength])).toEqual([
      ['c', 1, 0.8],
      ['d', 2, 0.72],
      ['b', 1, 0.5],
    ]);
    expect(effects[1]!.via).toMatchObject({ cause: idOf(steps('Abcd'), 'c'), confidence: 0.9 });
    expect(ends.map(({ native_id }) => native_id)).toEqual(['d', 'b']);
    expect(truncated).toBe(false);
    expect(await impact(store.read, await findEvent(store.read, 'A'), { limit: 1 })).toMatchObject({
      effects: [{}],
      truncated: true,
    });
  });

  test('of a result is that of its call', async () => {
    await using store = await storeWithStories(failedTest);
    await link(store, failedTest, [{ effect: 'fix', cause: 'run', type: 'reacted', confidence: 0.8 }]);
    expect(
      (await impact(store.read, await findEvent(store.read, idOf(failedTest, 'red')))).effects.map(
        ({ step }) => step.native_id,
      ),
    ).toEqual(['fix']);
  });
});

describe('roots', () => {
  test('come strongest first, each with its path', async () => {
    await using store = await graphOf(steps('Abcde'), 'e<d 0.9', 'd<A 0.5', 'e<b 0.8', 'd<c 1');
    const { roots: found, total, truncated } = await roots(store.read, await findEvent(store.read, 'e'));
    expect(
      found.map(({ step, strength, path }) => [
        step.native_id,
        strength,
        path.map(({ native_id }) => native_id).join(''),
      ]),
    ).toEqual([
      ['c', 0.9, 'dc'],
      ['b', 0.8, 'b'],
      ['A', 0.45, 'dA'],
    ]);
    expect({ total, truncated }).toEqual({ total: 3, truncated: false });
    expect(await roots(store.read, await findEvent(store.read, 'e'), { limit: 1 })).toMatchObject({
      roots: [{}],
      total: 3,
      truncated: true,
    });
  });

  test('of a step without a cause are none', async () => {
    await using store = await storeWithStories(failedTest);
    expect((await roots(store.read, await findEvent(store.read, 'fix'))).roots).toEqual([]);
  });
});

test('the queue gives what is strongest, then nearest, then first', () => {
  const queue = new StrongestFirst<{ strength: number; depth: number; name: number }>();
  const items = Array.from({ length: 500 }, (_, name) => ({
    strength: ((name * 7_919) % 13) / 13,
    depth: (name * 104_729) % 5,
    name,
  }));
  for (const item of items) queue.add(item);
  const taken = items.map(() => queue.take()!);
  expect(taken).toEqual(items.toSorted((a, b) => b.strength - a.strength || a.depth - b.depth || a.name - b.name));
  expect(queue.take()).toBeUndefined();
});
