import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownFiles, peekAt, readLines } from '../../fixtures.ts';
import type { Draft, Reading, What } from '../../source.ts';
import { copilot } from '../index.ts';
import { resultText } from './texts.ts';

const folder = join(import.meta.dirname, '..', 'fixtures');

describe('files of VS Code', () => {
  test('chats, transcripts and debug logs are found, and nothing else of a workspace', async () => {
    const home = await mkdtemp(join(tmpdir(), 'stemma-vscode-'));
    const found = [
      '.config/Code/User/workspaceStorage/1a/chatSessions/s1.json',
      '.config/Code/User/workspaceStorage/1a/chatSessions/s2.jsonl',
      '.config/Code/User/workspaceStorage/1a/GitHub.copilot-chat/transcripts/s2.jsonl',
      '.config/Code/User/workspaceStorage/1a/GitHub.copilot-chat/debug-logs/s2/main.jsonl',
      '.config/Code/User/globalStorage/emptyWindowChatSessions/s3.jsonl',
      '.vscode-server/data/User/workspaceStorage/2b/GitHub.copilot-chat/transcripts/s4.jsonl',
    ];
    const others = [
      '.config/Code/User/workspaceStorage/1a/state.vscdb',
      '.config/Code/User/workspaceStorage/1a/GitHub.copilot-chat/debug-logs/s2/title-s5.jsonl',
      '.config/Code/User/globalStorage/state.vscdb',
      '.config/Code/User/settings.json',
    ];
    for (const name of [...found, ...others]) {
      await mkdir(dirname(join(home, name)), { recursive: true });
      await writeFile(join(home, name), '');
    }
    expect(await Array.fromAsync(copilot.discover({ home, env: {} }))).toEqual(found.map((name) => join(home, name)));
    await rm(home, { recursive: true });
  });

  test('the parts of one session have its name, and what lies next to the chat is a secondary source', async () => {
    const identities = (await ownFiles(copilot, join(folder, 'vscode-by-hand-log'))).map(({ peek }) =>
      copilot.identify(peek),
    );
    expect(new Set(identities.map(({ session }) => session)).size).toBe(1);
    expect(identities.map(({ secondary }) => secondary)).toEqual([true, true, undefined]);
  });

  test('where there are no chats the transcript is the session', async () => {
    const [file] = await ownFiles(copilot, join(folder, 'vscode-by-hand-remote'));
    expect(copilot.identify(file!.peek)).not.toHaveProperty('secondary');
    expect((await draftsOf('vscode-by-hand-remote')).map(({ what }) => what.is)).toEqual([
      'prompt',
      'thinking',
      'message',
      'call',
      'result',
      'lifecycle',
    ]);
  });
});

describe('a chat', () => {
  test('calls stand where the chat shows them, with what the model asked and what it was given', async () => {
    const emitted = (await draftsOf('vscode-by-hand-chat')).slice(0, 5).map(({ what }) => what);
    expect(emitted.map(({ is }) => is)).toEqual(['prompt', 'thinking', 'message', 'call', 'result']);
    expect(emitted[3]).toMatchObject({ tool: 'read_file', input: { filePath: '/home/dev/shop/cart.js' } });
    expect(emitted[4]).toMatchObject({ output: expect.stringContaining('items.reduce') as string });
  });

  test('a call is emitted once, whoever shows it', async () => {
    for (const name of ['vscode-by-hand-chat', 'vscode-by-hand-export']) {
      const calls = (await draftsOf(name)).filter(({ what }) => what.is === 'call').map(({ key }) => key);
      expect(new Set(calls).size).toBe(calls.length);
    }
  });

  test.each([
    ['a command that failed, by its exit code', 'vscode-by-hand-chat', 'call_test__vscode-3', { exitCode: 1 }],
    ['a tool that threw', 'vscode-by-hand-chat', 'call_edit__vscode-2', { status: 'failed' }],
    ['a command that a person refused', 'vscode-by-hand-chat', 'call_push__vscode-6', { status: 'denied' }],
    ['a tool that worked', 'vscode-by-hand-chat', 'call_edit__vscode-4', { status: 'ok' }],
    [
      'an error that only the chat knows, under another id',
      'vscode-by-hand-export',
      'toolu_mcp__vscode-2',
      { status: 'failed' },
    ],
  ])('%s', async (_, name, call, expected) => {
    const results = (await draftsOf(name)).filter(({ what }) => what.is === 'result' && what.call === call);
    expect(results).toHaveLength(1);
    expect(results[0]!.what).toMatchObject(expected);
  });

  test('what went wrong is over when somebody asks again', async () => {
    const outcomes = (await readingsOf('vscode-by-hand-chat')).flatMap(({ sessions = [] }) =>
      sessions.flatMap(({ outcome }) => outcome ?? []),
    );
    expect(outcomes).toEqual(['failed', 'unknown']);
  });

  test('a result made of a tree is its texts', () => {
    const node = {
      type: 1,
      children: [
        { type: 1, children: [{ type: 2, text: 'one' }] },
        { type: 2, text: 'two', lineBreakBefore: true },
      ],
    };
    expect(resultText({ content: [{ value: { node } }, { value: 'three' }] })).toBe('one\ntwo\nthree');
  });
});

describe('a log of changes', () => {
  test('ends where the chat as one object would', async () => {
    const changes = read(
      changesOf([
        { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'I ' }] },
        {
          kind: 2,
          k: ['requests', 0, 'response'],
          i: 0,
          v: [{ value: 'I see ' }, { kind: 'inlineReference', name: 'a.ts', inlineReference: {} }],
        },
        { kind: 2, k: ['requests', 0, 'response'], v: [{ value: ' there.' }] },
      ]),
    );
    const whole = read([
      {
        kind: 0,
        v: {
          requests: [
            {
              requestId: 'r1',
              message: 'Look',
              response: [
                { value: 'I see ' },
                { kind: 'inlineReference', name: 'a.ts', inlineReference: {} },
                { value: ' there.' },
              ],
            },
          ],
        },
      },
    ]);
    expect(lastOf(changes, 'r1:p0')).toEqual(lastOf(whole, 'r1:p0'));
    expect(lastOf(whole, 'r1:p0')).toMatchObject({ text: 'I see `a.ts` there.' });
  });

  test('a call keeps its exit code when the model’s side of it is read', async () => {
    const drafts = (await draftsOf('vscode-by-hand-log')).filter(
      ({ key, what }) => key === 'call_run__vscode-3:result' && what.is === 'result',
    );
    expect(drafts.map(({ what }) => what)).toEqual([
      expect.objectContaining({ exitCode: 1, output: 'Cannot find module' }),
      expect.objectContaining({ exitCode: 1, output: 'Error: Cannot find module' }),
    ]);
  });

  test('a call that only has the editor’s id waits for the model’s side', () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const part = {
      kind: 'toolInvocationSerialized',
      toolCallId: id,
      toolId: 'run_in_terminal',
      isComplete: true,
      toolSpecificData: {
        kind: 'terminal',
        commandLine: { original: 'npm test' },
        terminalCommandState: { exitCode: 1 },
      },
    };
    const result = {
      metadata: {
        toolCallRounds: [
          { id: 'x', toolCalls: [{ id: 'call_1', name: 'run_in_terminal', arguments: '{"command":"npm test"}' }] },
        ],
        toolCallResults: { call_1: { content: [{ value: 'no' }] } },
      },
    };
    const drafts = read(
      changesOf([
        { kind: 2, k: ['requests', 0, 'response'], v: [part] },
        { kind: 1, k: ['requests', 0, 'result'], v: result },
      ]),
    );
    expect(drafts.filter(({ what }) => what.is === 'call').map(({ key }) => key)).toEqual(['call_1']);
    expect(lastOf(drafts, 'call_1:result')).toMatchObject({ exitCode: 1 });
  });

  test('requests after some that were taken back are found at their places', () => {
    const ask = (requestId: string) => ({ requestId, message: 'More', response: [] });
    const drafts = read([
      ...changesOf([
        { kind: 2, k: ['requests'], v: [ask('r2'), ask('r3')] },
        { kind: 2, k: ['requests'], i: 1, v: [ask('r4')] },
        { kind: 2, k: ['requests'], v: [ask('r5')] },
      ]),
      { kind: 2, k: ['requests', 2, 'response'], v: [{ value: 'Yes' }] },
    ]);
    expect(drafts.at(-1)).toMatchObject({ key: 'r5:p0', turn: 'r5' });
  });

  test('what a sub-agent did is its own session, below the call that started it', async () => {
    const readings = await readingsOf('vscode-by-hand-log');
    const child = 'copilot:cccccccc-0003-4000-8000-000000000003/call_sub__vscode-1';
    expect(readings.flatMap(({ links = [] }) => links)).toContainEqual(
      expect.objectContaining({ type: 'spawned', call: 'call_sub__vscode-1', child }),
    );
    expect(
      readings
        .flatMap(({ drafts = [] }) => drafts)
        .filter(({ session }) => session === child)
        .map(({ what }) => what.is),
    ).toEqual(['prompt', 'prompt', 'call', 'result', 'prompt', 'message']);
  });
});

function changesOf(changes: readonly object[]): readonly object[] {
  return [
    { kind: 0, v: { requests: [] } },
    { kind: 2, k: ['requests'], v: [{ requestId: 'r1', message: 'Look', response: [] }] },
    ...changes,
  ];
}

function read(changes: readonly object[]): readonly Draft[] {
  return readLines(
    copilot,
    copilot.identify(peekAt('/tmp/x.jsonl', '')),
    changes.map((change) => JSON.stringify(change)),
  ).flatMap(({ drafts = [] }) => drafts);
}

function lastOf(drafts: readonly Draft[], key: string): What | undefined {
  return drafts.findLast((draft) => draft.key === key)?.what;
}

async function readingsOf(name: string): Promise<readonly Reading[]> {
  return (await ownFiles(copilot, join(folder, name))).flatMap((file) =>
    readLines(copilot, copilot.identify(file.peek), file.records),
  );
}

async function draftsOf(name: string): Promise<readonly Draft[]> {
  return (await readingsOf(name)).flatMap(({ drafts = [] }) => drafts);
}
