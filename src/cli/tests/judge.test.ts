import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Judged } from '../../ask/judge/judged.ts';
import type { ErrorsAnswer } from '../../ask/errors/errors.ts';
import type { GraphAnswer } from '../../ask/graph/graph.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { failedTest } from '../../testing/stories.ts';
import { idOf, writeStories } from '../../testing/write-stories.ts';
import type { App } from '../app.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stemma-judge-'));
  await using store = await openArchive(join(home, 'stemma.db'), 'write');
  await writeStories(store, failedTest);
});
afterEach(() => rm(home, { recursive: true, force: true }));

const uid = 'quill:failed-test';
const app = (overrides: Partial<App> = {}) =>
  fakeApp(home, { machine: { home, env: { ...process.env, STEMMA_HOME: home } }, ...overrides });
const run = (...argv: string[]) => app().run(...argv);
const ask = async <Answer>(...argv: string[]) => JSON.parse((await run(...argv, '--json')).out) as Answer;

/** A judge: a program that reads the question and prints what `answer` returns. */
function model(answer: string): string {
  const file = join(home, `model-${Math.abs(hash(answer))}.mjs`);
  writeFileSync(
    file,
    `let question = '';
     for await (const part of process.stdin) question += part;
     const answer = ${answer};
     process.stdout.write(await answer(question));`,
  );
  return `"${process.execPath}" "${file}"`;
}

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
}

const good = {
  causes: {
    C1: [['P1', 'asked']],
    C2: [['C1', 'reacted']],
    C3: [
      ['C2', 'verifies'],
      ['C1', 'reacted'],
    ],
  },
  errors: {
    C1: {
      kind: 'real',
      signature: '1 failing in cart.test.ts',
      culprit: [],
      attempts: [],
      fix: ['C2'],
      verified: 'C3',
    },
  },
  outcome: { what: 'success', why: 'the tests pass' },
};
const goodModel = () =>
  model(`() => 'Here it is:\\n\`\`\`json\\n' + ${JSON.stringify(JSON.stringify(good))} + '\\n\`\`\`\\n'`);

describe('with a model that answers', () => {
  test('its judgement is kept, with its name, and shown apart from what is inferred', async () => {
    const judged = await ask<Judged>('judge', uid, '--with', goodModel(), '--model', 'tester', '--yes');
    expect(judged).toMatchObject({
      session: uid,
      basis: 'judged',
      model: 'tester',
      calls: 3,
      causes: 4,
      stories: 1,
      outcome: { what: 'success', reason: 'the tests pass' },
      dropped: { unknown_steps: 0, wrong_order: 0, malformed: 0 },
    });
    const { steps } = await ask<GraphAnswer>('graph', uid);
    expect(steps.at(-1)!.causes).toMatchObject([
      { step: idOf(failedTest, 'fix'), basis: 'judged', types: expect.arrayContaining(['verifies']) },
      { step: idOf(failedTest, 'run'), basis: 'judged' },
    ]);
    const { errors } = await ask<ErrorsAnswer>('errors', uid);
    expect(errors).toMatchObject([
      {
        basis: 'judged',
        judged: { model: 'tester' },
        message: '1 failing in cart.test.ts',
        fix: [{ step: idOf(failedTest, 'fix') }],
        verified_by: { step: idOf(failedTest, 'again') },
      },
    ]);
    expect((await run('errors', uid)).out).toMatch(/judged by +tester/);
    expect((await run('graph', uid)).out).toContain('verifies (judged)');
    expect((await run('why', idOf(failedTest, 'again'))).out).toContain('(judged)');
    expect((await run('failure', idOf(failedTest, 'run'))).out).toMatch(/judged by +tester/);
    expect((await run('digest', uid)).out).toContain('success: the tests pass (judged by tester)');
    expect(await ask('sessions')).toMatchObject({ sessions: [{ outcome: 'success', judged_by: 'tester' }] });
  });

  test('the size is shown and nothing is sent before a person agrees', async () => {
    const sent = join(home, 'sent');
    const spy = model(
      `(question) => (process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(sent)}, question), '{}')`,
    );
    const asked: string[] = [];
    const question = async (text: string) => (asked.push(text), 'n');
    const { code, err } = await app({ question }).run('judge', uid, '--with', spy);
    expect({ code, asked }).toEqual({ code: 1, asked: ['Send it? [y/N] '] });
    expect(err).toMatch(/3 calls, [\d,]+ tokens in 1 window, secrets redacted; the price of .* is not known/);
    expect(err).toContain('Nothing was sent.');
    expect(existsSync(sent)).toBe(false);
  });

  test('the cost is estimated where the price of the model is known', async () => {
    const question = async () => 'n';
    const { err } = await app({ question }).run('judge', uid, '--with', 'nobody', '--model', 'claude-sonnet-4-5');
    expect(err).toMatch(/about \$0\.\d+/);
  });

  test('without a terminal and without --yes it refuses', async () => {
    const { code, err } = await run('judge', uid, '--with', goodModel());
    expect(code).toBe(2);
    expect(err).toMatch(/Nothing is sent without being asked[^]*--yes/);
  });

  test('a rebuild keeps the judgement, judging again replaces it, and --remove removes it', async () => {
    await run('judge', uid, '--with', goodModel(), '--model', 'first', '--yes');
    expect((await run('rebuild')).code).toBe(0);
    const causes = async () =>
      (await ask<GraphAnswer>('graph', uid)).steps.flatMap(({ causes: all }) => all.map(({ basis }) => basis));
    expect((await causes()).filter((basis) => basis === 'judged')).toHaveLength(4);
    expect(await ask('errors', uid)).toMatchObject({ errors: [{ basis: 'judged', judged: { model: 'first' } }] });

    const brief = model(`() => '{"causes": {"C3": [["C2", "verifies"]]}}'`);
    await run('judge', uid, '--with', brief, '--model', 'second', '--yes');
    expect((await causes()).filter((basis) => basis === 'judged')).toHaveLength(1);
    expect((await ask<ErrorsAnswer>('errors', uid)).errors.filter(({ basis }) => basis === 'judged')).toEqual([]);

    expect((await run('judge', uid, '--remove')).out).toContain('by second');
    expect(await causes()).not.toContain('judged');
    const { code, err } = await run('judge', uid, '--remove');
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('was not judged') });
  });
});

describe('with a model that does not', () => {
  const untouched = async () =>
    expect((await ask<GraphAnswer>('graph', uid)).steps.flatMap(({ causes }) => causes)).toSatisfy(
      (causes: { basis: string }[]) => causes.every(({ basis }) => basis !== 'judged'),
    );

  test('nonsense is refused with what it said, and nothing is kept', async () => {
    const { code, err } = await run('judge', uid, '--with', model(`() => 'As a model I like cats.'`), '--yes');
    expect(code).toBe(1);
    expect(err).toMatch(/holds no JSON[^]*I like cats/);
    await untouched();
  });

  test('unknown steps are left out and counted; an answer of nothing else is refused', async () => {
    const some = model(`() => '{"causes": {"C2": [["C1", "reacted"], ["C77", "informed"]], "C90": []}}'`);
    expect(await ask<Judged>('judge', uid, '--with', some, '--yes')).toMatchObject({
      causes: 1,
      dropped: { unknown_steps: 2 },
    });
    await run('judge', uid, '--remove');
    const none = model(`() => '{"causes": {"C90": [["C89", "informed"]]}}'`);
    const { code, err } = await run('judge', uid, '--with', none, '--yes');
    expect(code).toBe(1);
    expect(err).toContain('Nothing in the answer is usable; it has 1 unknown step');
    await untouched();
  });

  test('one that takes too long is ended', async () => {
    const slow = model(`() => new Promise((resolve) => setTimeout(() => resolve('{}'), 60_000))`);
    const { code, err } = await run('judge', uid, '--with', slow, '--yes', '--timeout', '1');
    expect(code).toBe(1);
    expect(err).toContain('gave no answer within 1 s');
    await untouched();
  });

  test('Ctrl-C ends it and keeps nothing', async () => {
    const slow = model(`() => new Promise((resolve) => setTimeout(() => resolve('{}'), 60_000))`);
    const untilInterrupted = () => AbortSignal.timeout(300);
    const { code, err } = await app({ untilInterrupted }).run('judge', uid, '--with', slow, '--yes');
    expect(code).toBe(130);
    expect(err).toContain('Stopped before the session was judged.');
    await untouched();
  });

  test('one that fails says why; one that is not there too', async () => {
    const failing = model(`() => (process.stderr.write('no credits left\\n'), process.exit(3))`);
    expect(await run('judge', uid, '--with', failing, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no credits left'),
    });
    expect(await run('judge', uid, '--with', 'no-such-judge -p', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no-such-judge cannot be started'),
    });
  });
});

describe('the two halves by hand', () => {
  test('--print writes the question, --read keeps the answer', async () => {
    const { out } = await run('judge', uid, '--print');
    expect(out).toContain('C1 sh');
    expect(out).toContain('exit 1: 1 failing in cart.test.ts');
    writeFileSync(join(home, 'answer.json'), JSON.stringify(good));
    const read = await run('judge', uid, '--read', join(home, 'answer.json'), '--model', 'by hand');
    expect(read.out).toContain('judged quill:failed-t by by hand');
    expect(read.out).toContain('4 for 3 calls');
  });

  test('questions go into a folder when there is one', async () => {
    const folder = join(home, 'questions');
    const { code, out } = await run('judge', uid, '--print', '--to', folder);
    expect(code).toBe(0);
    expect(out).toContain('--read answer-1.json');
    expect(readFileSync(join(folder, 'question-1.md'), 'utf8')).toContain('# Task');
  });

  test.each([
    ['--read without --model', ['--read', 'answer.json'], '--read needs --model'],
    ['--print and --remove', ['--print', '--remove'], 'exclude each other'],
    ['--to without --print', ['--to', 'x'], '--to needs --print'],
    ['nobody to ask', ['--yes'], 'There is nobody to ask'],
    ['an endpoint without a model', ['--with', 'http://localhost:1/v1', '--yes'], 'needs the name of a model'],
  ])('%s is misuse', async (_, argv, message) => {
    expect(await run('judge', uid, ...argv)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});

test('an endpoint is asked as OpenAI is, with the key from the environment', async () => {
  const requests: { url: string | undefined; key: string | undefined; body: { model: string; messages: object[] } }[] =
    [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      requests.push({ url: request.url, key: request.headers.authorization, body: JSON.parse(body) });
      response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(good) } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const machine = { home, env: { STEMMA_HOME: home, MY_KEY: 'secret-key' } };
    const key = ['--key-variable', 'MY_KEY'];
    const { code, out } = await app({ machine }).run(
      'judge',
      uid,
      '--with',
      url,
      '--model',
      'tiny',
      ...key,
      '--yes',
      '--json',
    );
    expect({ code, model: (JSON.parse(out) as Judged).model }).toEqual({ code: 0, model: 'tiny' });
    expect(requests).toMatchObject([
      { url: '/v1/chat/completions', key: 'Bearer secret-key', body: { model: 'tiny', messages: [{ role: 'user' }] } },
    ]);
  } finally {
    server.close();
  }
});

test('config.json may name the judge', async () => {
  writeFileSync(join(home, 'config.json'), JSON.stringify({ judge: { with: goodModel(), model: 'configured' } }));
  expect(await ask<Judged>('judge', uid, '--yes')).toMatchObject({ model: 'configured' });
});
