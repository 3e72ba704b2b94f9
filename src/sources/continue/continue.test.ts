import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type OwnFile, ownFiles, peekAt, readLines, recordsOf } from '../fixtures.ts';
import type { Draft, Reading } from '../source.ts';
import { continueDev } from './index.ts';

describe('sessions', () => {
  test('only sessions and the calls of editors are found: the index, the settings, the logs and what is typed are left alone', async () => {
    const home = await mkdtemp(join(tmpdir(), 'stemma-continue-'));
    const folder = join(home, '.continue');
    for (const name of [
      'sessions/s1.json',
      'sessions/sessions.json',
      'config.yaml',
      'logs/cn.log',
      'logs/core.log',
      'dev_data/0.2.0/autocomplete.jsonl',
      'dev_data/0.2.0/toolUsage.jsonl',
    ]) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), '');
    }
    const found = [join(folder, 'sessions/s1.json'), join(folder, 'dev_data/0.2.0/toolUsage.jsonl')];
    expect(await Array.fromAsync(continueDev.discover({ home, env: {} }))).toEqual(found);
    expect(
      await Array.fromAsync(continueDev.discover({ home: '/nowhere', env: { CONTINUE_GLOBAL_DIR: folder } })),
    ).toEqual(found);
    await rm(home, { recursive: true });
  });

  test('a session was begun when the index says, and only then has a time', async () => {
    const [file] = await filesOf('1.5.47-fix');
    expect(continueDev.identify(file!.peek).begun).toBe(1794768855430);
    expect(continueDev.identify({ ...file!.peek, path: '/tmp/elsewhere.json' }).begun).toBeUndefined();
    expect(
      draftsOf(file!)
        .filter(({ at }) => at !== undefined)
        .map(({ what }) => what),
    ).toEqual([{ is: 'lifecycle', type: 'created', text: 'Session saved for the first time' }]);
  });

  test('a session is recognised though it is cut off in its history; its index is not one', () => {
    const session =
      '{"sessionId":"s1","title":"A \\"B\\"","workspaceDirectory":"/w","mode":"agent","history":[{"message":{"role":"us';
    expect(continueDev.matches(peekAt('/tmp/a', session))).toBe(true);
    expect(continueDev.identify(peekAt('/tmp/a', session)).session).toBe('continue:s1');
    expect(
      continueDev.matches(
        peekAt('/tmp/a', '[{"sessionId":"s1","title":"A","dateCreated":"1","workspaceDirectory":"/w"}]'),
      ),
    ).toBe(false);
  });

  test('an address of a folder becomes a path', async () => {
    const [file] = await filesOf('by-hand-editor');
    expect(read(file!).at(-1)!.sessions).toMatchObject([{ cwd: '/home/dev3/my shop' }]);
  });
});

describe('names', () => {
  test('a fork has the names of what it copied, and its own for what follows', async () => {
    const [fork, original] = (await filesOf('1.5.47-fork')).map((file) =>
      draftsOf(file)
        .map(({ key }) => key)
        .slice(1),
    );
    expect(original!.length).toBeGreaterThan(10);
    expect(fork!.slice(0, original!.length)).toEqual(original);
    expect(fork!.length).toBeGreaterThan(original!.length);
  });

  test('another prompt gives other names to everything after it, more of an answer gives none', () => {
    const before = keysOf([user('Hello'), called('calling')]);
    expect(keysOf([user('Hello'), called('done')])).toEqual(before);
    expect(keysOf([user('Hello!'), called('done')]).filter((key) => before.includes(key))).toEqual([]);
  });
});

describe('how calls ended', () => {
  test('a command that is done has not said how it ended, unless its exit code is recorded', async () => {
    const [file] = await filesOf('by-hand-editor');
    expect(results([user('Hi'), called('done', 'Bash')])).toMatchObject([{ status: undefined }]);
    expect(results([user('Hi'), called('done', 'Read')])).toMatchObject([{ status: 'ok' }]);
    expect(resultsIn(draftsOf(file!))[0]).toMatchObject({ exitCode: 1, output: 'not ok 1 - total' });
  });

  test('what comes before the output of a command that failed is its exit code', async () => {
    const [file] = await filesOf('1.5.47-toolerror');
    expect(resultsIn(draftsOf(file!))[2]).toMatchObject({
      status: 'failed',
      exitCode: 1,
      output: expect.stringMatching(/^node:internal/),
    });
  });

  test('a call that runs shows what there is, and is emitted again when there is more', async () => {
    const [file] = await filesOf('1.5.47-tui-killed');
    expect(draftsOf(file!).at(-1)).toMatchObject({ fuller: true, what: { status: 'running', output: 'begin\n' } });
  });

  test('what a message of its own holds belongs to the call it names', async () => {
    const drafts = draftsOf((await filesOf('by-hand-editor'))[1]!);
    const call = drafts.find(({ native }) => native === 'call_ed06')!;
    expect(drafts.at(-1)).toMatchObject({
      parent: call.key,
      what: { call: call.key, output: 'checkout.js: total(items)' },
    });
  });
});

describe('dev_data', () => {
  test('a call is emitted with its end, and is refused only if it went well and was not taken', async () => {
    const usage = (await filesOf('by-hand-dev-data')).find(({ name }) => name.endsWith('toolUsage.jsonl'))!;
    const results = draftsOf(usage).filter(({ what }) => what.is === 'result');
    expect(results.map(({ what }) => what.is === 'result' && (what.exitCode ?? what.status))).toEqual([
      1,
      'failed',
      'denied',
      'ok',
      'ok',
      'ok',
    ]);
    expect(results[0]!.at).toBe(Date.parse('2026-11-16T03:33:24.100Z'));
    expect(
      draftsOf(usage)
        .filter(({ what }) => what.is === 'call')
        .map(({ native, at }) => [native, at])[0],
    ).toEqual(['call_dd01', undefined]);
  });

  test('a file that holds the token of the user is not read', () => {
    const line = (userId: string) =>
      `${JSON.stringify({ eventName: 'toolUsage', schema: '0.2.0', timestamp: '2026-11-16T03:33:24.100Z', userId, userAgent: 'x', selectedProfileId: 'local' })}\n`;
    expect(continueDev.matches(peekAt('/tmp/toolUsage.jsonl', line('')))).toBe(true);
    expect(continueDev.matches(peekAt('/tmp/toolUsage.jsonl', line('token')))).toBe(false);
    expect(continueDev.matches(peekAt('/tmp/toolUsage.jsonl', line('') + line('token')))).toBe(false);
  });
});

function user(content: string): object {
  return { message: { role: 'user', content } };
}

function called(status: string, tool = 'Bash'): object {
  const toolCall = { id: 'call_1', function: { name: tool, arguments: '{}' } };
  return {
    message: { role: 'assistant', content: 'Now.', toolCalls: [toolCall] },
    toolCallStates: [{ toolCallId: 'call_1', toolCall, status, output: [{ content: 'x' }] }],
  };
}

function draftsIn(history: readonly object[]): readonly Draft[] {
  const peek = peekAt(
    '/tmp/a.json',
    JSON.stringify({ sessionId: 's1', title: 'A', workspaceDirectory: '/w', history }),
  );
  return readLines(continueDev, continueDev.identify(peek), recordsOf(continueDev, peek, peek.head)).flatMap(
    ({ drafts = [] }) => drafts,
  );
}

function keysOf(history: readonly object[]): readonly string[] {
  return draftsIn(history).map(({ key }) => key);
}

function results(history: readonly object[]): readonly object[] {
  return resultsIn(draftsIn(history));
}

function resultsIn(drafts: readonly Draft[]): readonly object[] {
  return drafts.flatMap(({ what }) => (what.is === 'result' ? [{ status: undefined, ...what }] : []));
}

async function filesOf(scenario: string): Promise<readonly OwnFile[]> {
  return ownFiles(continueDev, join(import.meta.dirname, 'fixtures', scenario));
}

function read({ peek, records }: OwnFile): readonly Reading[] {
  return readLines(continueDev, continueDev.identify(peek), records);
}

function draftsOf(file: OwnFile): readonly Draft[] {
  return read(file).flatMap(({ drafts = [] }) => drafts);
}
