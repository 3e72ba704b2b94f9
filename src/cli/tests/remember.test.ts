import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Chain } from '../../model/chain.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { failedTest } from '../../testing/stories.ts';
import { writeStories } from '../../testing/write-stories.ts';

let home: string;
beforeEach(async () => (home = await mkdtemp(join(tmpdir(), 'stemma-remember-'))));
afterEach(() => rm(home, { recursive: true }));

const run = (...argv: string[]) => fakeApp(home).run(...argv);
const chainOf = async (...argv: string[]) => JSON.parse((await run(...argv, '--json')).out) as Chain;

test('a failure and its fix are recorded, and the next similar failure finds them', async () => {
  const { code, out } = await run('remember', 'ECONNREFUSED 127.0.0.1:5432', '--fix', 'start the database first');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^remembered ch_\w+\n +message +ECONNREFUSED 127\.0\.0\.1:5432\n +fixed +start the database first\n$/,
  );
  const { matches } = JSON.parse((await run('similar', 'ECONNREFUSED 10.0.0.7:5432', '--json')).out) as {
    matches: object[];
  };
  expect(matches).toMatchObject([
    { similarity: 1, successful: true, fix_action_taken: 'start the database first', session: null },
  ]);
});

test('failed attempts are recorded too, and later the fix of the same failure', async () => {
  const first = await chainOf('remember', 'Error: timeout', '--fix', 'try again', '--did-not-help');
  expect(first).toMatchObject({ state: 'open', attempts: [{ action: 'try again', successful: false }] });
  expect(await chainOf('remember', first.id.slice(0, 8), '--gave-up')).toMatchObject({ id: first.id, state: 'failed' });
  expect((await run('unresolved')).out).toContain('[given up]');
  expect(await chainOf('remember', first.id, '--fix', 'raise the time limit')).toMatchObject({
    id: first.id,
    state: 'resolved',
    attempts: [{ successful: false }, { successful: true }],
  });
});

test('any session name, context and duration are taken, and everything that failed needs review', async () => {
  const context = { file: 'load.ts', environment: { node: 24 } };
  const argv = ['--session', 'session-123', '--context', JSON.stringify(context), '--fix', 'wait for it'];
  expect(await chainOf('remember', 'timeout after 5 s', ...argv, '--minutes', '15')).toMatchObject({
    state: 'resolved',
    resolution_ms: 900_000,
    error: { session: 'sdk:session-123', context },
  });
  const tried = await chainOf('remember', 'no network', '--session', 'session-123', '--fix', 'wait', '--did-not-help');
  expect(tried).toMatchObject({ state: 'open', needs_review: true });
  await run('remember', 'another', '--session', 'session-123');
  const unresolvedIn = async (...flags: string[]) =>
    (
      JSON.parse((await run('unresolved', '--json', ...flags)).out) as { unresolved: { chain: Chain }[] }
    ).unresolved.map(({ chain }) => chain.error.message);
  expect((await unresolvedIn('--session', 'session-123')).toSorted()).toEqual(['another', 'no network']);
  expect(await unresolvedIn('--needs-review')).toEqual(['no network']);
  expect(await run('unresolved', '--session', 'session-1234')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no session "session-1234"'),
  });
  expect(await run('remember', 'x', '--context', '[1]')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--context must be a JSON object'),
  });
});

test('the output of what just failed may come on standard input', async () => {
  const { out } = await fakeApp(home, {
    input: async () => '\n> shop@1.0.0 test\n\nTypeError: cart.sum is not a function\n    at cart.js:3:4\n',
  }).run('remember', '--json');
  expect(JSON.parse(out)).toMatchObject({
    state: 'open',
    error: {
      type: 'TypeError',
      message: 'TypeError: cart.sum is not a function',
      fingerprint: 'TypeError: cart.sum is not a function',
      context: null,
      output: expect.stringContaining('> shop@1.0.0 test'),
    },
  });
});

test.each([
  ['nothing', [], 'remember needs ERROR'],
  ['an empty error', [' '], 'ERROR must hold a letter or a digit'],
  ['no fix that did not help', ['it broke', '--did-not-help'], '--did-not-help needs --fix'],
  ['a fix of no words', ['it broke', '--fix', '-'], '--fix must hold a letter or a digit'],
  ['a fix and giving up', ['it broke', '--fix', 'x', '--gave-up'], '--gave-up contradicts --fix'],
  ['a chain and nothing to remember about it', ['ch_7k2m'], 'nothing to remember'],
  ['a chain in another session', ['ch_7k2m', '--fix', 'x', '--session', 'y'], '--session'],
])('%s is misuse, and nothing is written', async (_, argv, message) => {
  const { code, out, err } = await run('remember', ...argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  expect(existsSync(join(home, '.stemma', 'stemma.db'))).toBe(false);
});

test('a chain that is not there is said not to be', async () => {
  expect(await run('remember', 'ch_7k2m', '--fix', 'x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no chain "ch_7k2m"'),
  });
});

test('a fix is added to a failure of a session by the id that `errors` shows, and `errors` shows it', async () => {
  {
    await using store = await openArchive(join(home, '.stemma', 'stemma.db'), 'write');
    await writeStories(store, { ...failedTest, events: failedTest.events.slice(0, 4) });
  }
  const [id = ''] = /ev_\w+/.exec((await run('errors')).out) ?? [];
  expect(await chainOf('remember', id, '--fix', 'add, do not subtract', '--did-not-help')).toMatchObject({
    basis: 'mined',
    state: 'open',
  });
  await chainOf('remember', id, '--fix', 'start from 0');
  expect((await run('errors')).out).toMatch(
    / tried +add, do not subtract · manual\n +fixed by +start from 0 · manual\n/,
  );
  await run('remember', 'no network', '--gave-up');
  expect((await run('errors', '--all')).out).toMatch(
    /^ch_\w+ [\d:]+ ! entered manually\n +message +no network\n +fixed by +nothing; given up, needs review$/m,
  );
  expect(await run('remember', 'ev_zzzz', '--fix', 'x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no event "ev_zzzz"'),
  });
});

test('one more attempt that did not help leaves given up what was', async () => {
  const { id } = await chainOf('remember', 'no network', '--gave-up');
  expect(await run('remember', id, '--gave-up')).toMatchObject({
    code: 1,
    err: expect.stringContaining('given up already'),
  });
  expect(await chainOf('remember', id, '--fix', 'wait', '--did-not-help', '--gave-up')).toMatchObject({
    id,
    state: 'failed',
    attempts: [{ action: 'wait' }],
  });
});
