import { expect, test } from 'vitest';
import { quill } from '../../testing/quill.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { uidOf, type Story, type StoryEvent } from '../../testing/write-stories.ts';
import { redacted } from '../redaction/redacted.ts';
import { fitText } from './fit-text.ts';
import { judgePlan } from './plan.ts';

async function planOf(events: readonly StoryEvent[], budget = 60_000) {
  const story: Story = { name: 'judged', events };
  await using store = await storeWithStories(story);
  const session = (await store.read.session(uidOf(story)))!;
  return await judgePlan(redacted(store.read), session, { sources: [quill], budget });
}

const call = (id: string, command: string): StoryEvent => ({
  id,
  t: 'call',
  tool: 'bash',
  input: { command },
  summary: command,
});
const result = (id: string, of: string, output: string): StoryEvent => ({ id, t: 'result', call: of, output });

test('steps are numbered, a call comes with its arguments and its result, what the agent says has no number', async () => {
  const { windows } = await planOf([
    { id: 'p', t: 'prompt', text: 'make the shop open' },
    { id: 's', t: 'say', text: 'I look first.' },
    call('c', 'cat door.ts'),
    result('r', 'c', 'export const open = false;'),
  ]);
  const [{ text, calls }] = windows as [(typeof windows)[number]];
  expect(text).toContain(
    [
      'P1 the user:',
      '  make the shop open',
      '',
      '(agent says) I look first.',
      '',
      'C1 bash',
      '  command: cat door.ts',
      '  result:',
      '  | export const open = false;',
    ].join('\n'),
  );
  expect(calls).toEqual({ from: 'C1', to: 'C1' });
  expect(text).toContain('Answer question 1 for the call C1');
});

test('a call that was made before an earlier result had come says so', async () => {
  const { windows } = await planOf([
    { id: 'p', t: 'prompt', text: 'look around' },
    call('a', 'ls'),
    call('b', 'pwd'),
    result('ra', 'a', 'door.ts'),
    result('rb', 'b', '/shop'),
  ]);
  expect(windows[0]!.text).toContain('C2 bash [before the results of C1]');
});

test('secrets are redacted', async () => {
  const key = `sk-ant-api03-${'aB3dE5gH7j'.repeat(9)}AA`;
  const { windows } = await planOf([
    { id: 'p', t: 'prompt', text: `use ${key}` },
    call('c', `curl -H "x-api-key: ${key}" shop.test`),
    result('r', 'c', `key ${key} refused`),
  ]);
  expect(windows[0]!.text).not.toContain(key);
});

test('a long session is cut into windows of about the same size that overlap and list what came before', async () => {
  const steps = Array.from({ length: 60 }, (_, at) => [
    call(`c${at}`, `cat shelf-${at}.ts`),
    result(`r${at}`, `c${at}`, `const shelf${at} = 'book';\n`.repeat(200)),
  ]).flat();
  const { windows, tokens } = await planOf([{ id: 'p', t: 'prompt', text: 'count the books' }, ...steps], 8_000);
  expect(windows.length).toBeGreaterThan(1);
  for (const window of windows) expect(window.tokens).toBeLessThanOrEqual(8_000);
  expect(tokens).toBe(windows.reduce((sum, window) => sum + window.tokens, 0));
  const [first, second] = windows as [(typeof windows)[0], (typeof windows)[0]];
  const last = Number(first.calls.to.slice(1));
  expect(second.calls.from).toBe(`C${last + 1}`);
  expect(second.text).toContain(`\nC${last} bash\n`);
  expect(second.text).toMatch(/# Earlier steps[^]*P1 the user: count the books[^]*\nC1 cat shelf-0\.ts\n/);
  expect(first.text).toContain('Leave question 3 out');
  expect(windows.at(-1)!.text).toContain('Answer question 3.');
});

test('a session without calls has nothing to judge', async () => {
  expect((await planOf([{ id: 'p', t: 'prompt', text: 'hello' }])).windows).toEqual([]);
});

test('a long text keeps its beginning, its end and the lines that matter, and counts the rest', () => {
  const lines = Array.from({ length: 200 }, (_, at) => (at === 100 ? 'the needle' : `straw ${at}`));
  const fitted = fitText(lines.join('\n'), 400, (line) => line.includes('needle'));
  expect(fitted.length).toBeLessThan(600);
  expect(fitted).toMatch(/^straw 0\n/);
  expect(fitted).toMatch(/straw 199$/);
  expect(fitted).toMatch(/\[… \d+ lines …\]\nthe needle\n\[… \d+ lines …\]/);
});
