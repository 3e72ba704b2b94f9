import { expect, test } from 'vitest';
import type { Store } from '../../store/store.ts';
import { quill } from '../../testing/quill.ts';
import { failedTest, token } from '../../testing/stories.ts';
import { idOf, link, uidOf } from '../../testing/write-stories.ts';
import type { Story, StoryEvent } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { findSession } from '../find/find-session.ts';
import { compare } from './compare.ts';
import type { CompareAnswer } from './compare.ts';

const first: Story = {
  name: 'first',
  events: [
    prompt('ask', 'Make the  tests pass'),
    ...call('run', 'Bash', { command: 'npm test' }, '1 failing in cart.test.ts, 31 ms', { act: 'check', failed: true }),
    ...call('look', 'Read', { file_path: 'src/cart.ts' }, 'a - b', { act: 'read' }),
    ...call('fix', 'Edit', { file_path: 'src/cart.ts', old_string: 'a - b', new_string: 'a + b' }, 'ok', {
      act: 'edit',
    }),
    ...call('again', 'Bash', { command: 'npm test' }, '12 passing', { act: 'check' }),
  ],
};

const second: Story = {
  name: 'second',
  began: '2026-03-03T09:00:00Z',
  events: [
    prompt('ask', 'make the tests pass'),
    ...call('run', 'shell', { command: ['bash', '-lc', 'npm test'] }, '2 failing in tax.test.ts, 29 ms', {
      act: 'check',
      failed: true,
    }),
    ...call('tax', 'shell', { command: 'sed -n 1,50p src/tax.ts' }, 'rate', { act: 'read' }),
    ...call('look', 'shell', { command: 'cat ./src/cart.ts' }, 'a - b', { act: 'read' }),
    ...call('fix', 'Edit', { file_path: 'src/cart.ts', old_string: 'a - b', new_string: 'a * b' }, 'ok', {
      act: 'edit',
    }),
    ...call('again', 'Bash', { command: 'npm test' }, '1 failing in cart.test.ts', { act: 'check', failed: true }),
  ],
};

test('two runs go together as long as they do the same, whatever the tools are called', async () => {
  await using store = await storeWithStories(first, second);
  const answer = await compared(store, 'first', 'second');
  expect(answer.common_steps).toBe(2);
  expect(answer.until).toMatchObject({ a: { id: idOf(first, 'run') }, b: { id: idOf(second, 'run') } });
  expect(answer.parting).toMatchObject({ a: { native_id: 'look' }, b: { native_id: 'tax' } });
  expect(shape(answer)).toEqual(['common 0-2 0-2', 'different 2-2 2-3', 'common 2-5 3-6']);
  expect(answer.alike).toBe(10 / 11);
  expect(answer.truncated).toBe(false);
});

test('a differing result is shown, as a cause only when one is known', async () => {
  await using store = await storeWithStories(first, second);
  const lines = { a: '1 failing in cart.test.ts, 31 ms', b: '2 failing in tax.test.ts, 29 ms' };
  expect((await compared(store, 'first', 'second')).parting!.because).toMatchObject({
    is: 'result',
    a: { native_id: 'run' },
    lines,
    via: null,
  });
  await link(store, second, [
    { cause: 'run', effect: 'tax', type: 'reacted', confidence: 0.8, evidence: ['tax.test.ts fails'] },
  ]);
  expect((await compared(store, 'first', 'second')).parting!.because).toMatchObject({
    is: 'result',
    lines,
    via: { of: 'b', types: ['reacted'], basis: 'inferred', confidence: 0.8, evidence: ['tax.test.ts fails'] },
  });
});

test('times, sizes and hashes that differ are no difference', async () => {
  const run = (name: string, output: string): Story => ({
    name,
    events: [
      prompt('ask', 'go'),
      ...call('run', 'Bash', { command: 'npm test' }, output),
      ...call(name, 'Bash', { command: `echo ${name}` }, ''),
    ],
  });
  await using store = await storeWithStories(
    run('one', '12 passing in 31 ms at 1a2b3c4'),
    run('two', '12 passing in 1.2 s at 9f8e7d6'),
  );
  expect((await compared(store, 'one', 'two')).parting).toMatchObject({
    a: { native_id: 'one' },
    b: { native_id: 'two' },
    because: null,
  });
  await using other = await storeWithStories(run('one', '12 passing in 31 ms'), run('two', '11 passing in 31 ms'));
  expect((await compared(other, 'one', 'two')).parting!.because).toMatchObject({
    is: 'result',
    lines: { a: '12 passing in 31 ms', b: '11 passing in 31 ms' },
  });
});

test('shows how each ended, and how many edits of a common part differ', async () => {
  await using store = await storeWithStories(first, second);
  const { a, b, stretches } = await compared(store, 'first', 'second');
  expect(a).toMatchObject({
    steps: 5,
    failures: 1,
    edits: 1,
    checks: { total: 2, failed: 1 },
    last_check: { native_id: 'again', failed: false },
  });
  expect(b).toMatchObject({
    steps: 6,
    failures: 2,
    edits: 1,
    checks: { total: 2, failed: 2 },
    last_check: { native_id: 'again', failed: true },
  });
  expect(stretches.map(({ written_differently }) => written_differently)).toEqual([0, 0, 1]);
  expect(stretches.map((stretch) => [stretch.a.failures, stretch.b.failures])).toEqual([
    [1, 1],
    [0, 0],
    [0, 1],
  ]);
  expect(stretches[1]!.b.steps).toMatchObject([{ native_id: 'tax' }]);
});

test('counts failures as the session does: a search that found nothing is none', async () => {
  const search = call('search', 'Bash', { command: 'grep -r nowhere src' }, '', { act: 'search', failed: true });
  await using store = await storeWithStories({ ...first, events: [...first.events, ...search] }, second);
  const { a, stretches } = await compared(store, 'first', 'second');
  expect(a.failures).toBe(a.session.errors);
  expect(stretches.at(-1)!.a).toMatchObject({ failures: 0 });
});

test('runs that differ only in what they wrote are compared by that', async () => {
  const other: Story = {
    ...first,
    name: 'other',
    events: [...second.events.filter(({ id }) => !id.startsWith('tax')), prompt('more', 'it still fails')],
  };
  const begin = (story: Story): Story => ({
    ...story,
    events: story.events.map((event) =>
      event.id === 'run-result' ? ({ ...event, output: 'failing' } as StoryEvent) : event,
    ),
  });
  await using store = await storeWithStories(begin(first), begin(other));
  const { parting } = await compared(store, 'first', 'other');
  expect(parting).toMatchObject({
    a: null,
    b: { native_id: 'more' },
    because: { is: 'result', a: { native_id: 'again' } },
  });
  await link(store, other, [{ cause: 'fix', effect: 'more', type: 'informed', confidence: 0.6 }]);
  expect((await compared(store, 'first', 'other')).parting!.because).toMatchObject({
    is: 'written',
    a: { native_id: 'fix' },
    lines: { a: 'a + b', b: 'a * b' },
  });
});

test('a run is the same as itself', async () => {
  await using store = await storeWithStories(first);
  expect(await compared(store, 'first', 'first')).toMatchObject({ common_steps: 5, parting: null, alike: 1 });
});

test('runs that were asked for different things say so, by the first words that differ', async () => {
  const asked = (name: string, text: string): Story => ({
    name,
    events: [prompt('ask', `Implement the plan:\n\n${text}\nthen commit`)],
  });
  await using store = await storeWithStories(asked('one', 'add taxes'), asked('two', 'add discounts'));
  expect((await compared(store, 'one', 'two')).parting!.because).toMatchObject({
    is: 'asked',
    lines: { a: 'add taxes', b: 'add discounts' },
  });
});

test('runs with nothing in common part at once', async () => {
  await using store = await storeWithStories(first, {
    name: 'else',
    events: [
      prompt('ask', 'draw a cat'),
      ...call('draw', 'Write', { file_path: 'cat.svg', content: '<svg/>' }, 'ok', { act: 'edit' }),
    ],
  });
  const answer = await compared(store, 'first', 'else');
  expect(answer).toMatchObject({
    common_steps: 0,
    until: null,
    alike: 0,
    parting: { a: { native_id: 'ask' }, b: { native_id: 'ask' }, because: { is: 'asked' } },
  });
});

test('secrets in what differed are not shown, and a long run says that it was cut', async () => {
  const leak = (name: string, output: string): Story => ({
    name,
    events: [
      prompt('ask', 'go'),
      ...call('env', 'Bash', { command: 'env' }, output),
      ...call(name, 'Bash', { command: `echo ${name}` }, ''),
    ],
  });
  await using store = await storeWithStories(leak('one', `KEY=${token}`), leak('two', 'KEY=none'), failedTest);
  const answer = await compared(store, 'one', 'two');
  expect(answer.parting!.because!.lines.a).toContain('[redacted');
  expect(JSON.stringify(answer)).not.toContain(token);
  expect(await compared(store, 'one', 'two', 2)).toMatchObject({ truncated: true, common_steps: 2 });
});

async function compared(store: Store, a: string, b: string, limit?: number): Promise<CompareAnswer> {
  const [one, other] = [
    await findSession(store.read, uidOf({ name: a })),
    await findSession(store.read, uidOf({ name: b })),
  ];
  return compare(store.read, one, other, { sources: [quill], ...(limit !== undefined && { limit }) });
}

function shape({ stretches }: CompareAnswer): readonly string[] {
  return stretches.map(({ is, a, b }) => `${is} ${a.from}-${a.to} ${b.from}-${b.to}`);
}

function prompt(id: string, text: string): StoryEvent {
  return { id, t: 'prompt', text };
}

function call(
  id: string,
  tool: string,
  input: Record<string, unknown>,
  output: string,
  more: Partial<Extract<StoryEvent, { t: 'call' }>> = {},
): readonly StoryEvent[] {
  return [
    { id, t: 'call', tool, input, summary: id, turn: 'ask', ...more },
    { id: `${id}-result`, t: 'result', call: id, output, ...(more.failed && { failed: true }) },
  ];
}
