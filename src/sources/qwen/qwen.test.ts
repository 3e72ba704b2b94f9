import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureCases, fixtureFiles, peekAt, readLines } from '../fixtures.ts';
import type { FixtureFile } from '../fixtures.ts';
import type { Draft, Link, Reading, What } from '../source.ts';
import { qwen } from './index.ts';
import { readShellReport } from './shell-report.ts';

const folder = join(import.meta.dirname, 'fixtures');
const byHand = 'by-hand-branch-and-background';

describe('sessions', () => {
  test('a sub-agent hangs below the call that started it, with and without the file that says so', () => {
    const [main, ...agents] = filesOf('0.24.4-05-subagent');
    const { session } = qwen.identify(main!.peek);
    expect(agents).toHaveLength(2);
    for (const agent of agents) {
      const call = /call_\w+/.exec(agent.name)![0];
      for (const path of [agent.path, '/tmp/elsewhere.jsonl']) {
        expect(qwen.identify({ ...agent.peek, path })).toMatchObject({
          root: session,
          parent: { uid: session, relation: 'subagent', call },
        });
      }
    }
  });

  test('a sub-agent of a sub-agent hangs below that one', () => {
    const nested = filesOf(byHand).at(-1)!;
    const main = 'qwen:11111111-aaaa-4aaa-8aaa-000000000001';
    expect(qwen.identify(nested.peek)).toMatchObject({
      session: `${main}/Explore-call_nested`,
      root: main,
      parent: { uid: `${main}/Explore-call_bg1`, call: 'call_nested' },
    });
  });

  test('a branch begins where it went its own way, so that its original is read before it', () => {
    const [main, branch] = filesOf(byHand).map((file) => qwen.identify(file.peek));
    expect(branch!.session).not.toBe(main!.session);
    expect(branch!.begun).toBeGreaterThan(main!.begun!);
  });

  test('a session that another one opened hangs below it', () => {
    const record = {
      uuid: 'a',
      parentUuid: null,
      sessionId: 's2',
      type: 'system',
      subtype: 'parent_session',
      systemPayload: { parentSessionId: 's1' },
    };
    expect(qwen.identify(peekAt('/tmp/s2.jsonl', `${JSON.stringify(record)}\n`)).parent).toEqual({
      uid: 'qwen:s1',
      relation: 'subagent',
    });
  });

  test('records of Claude Code, which look alike, are not taken', () => {
    const claudes = [
      {
        uuid: 'a',
        parentUuid: null,
        sessionId: 's',
        isSidechain: false,
        userType: 'external',
        type: 'user',
        message: { role: 'user', content: 'Hello' },
      },
      {
        uuid: 'b',
        parentUuid: 'a',
        sessionId: 's',
        isSidechain: false,
        userType: 'external',
        type: 'system',
        subtype: 'informational',
        content: 'x',
      },
    ];
    for (const record of claudes)
      expect(qwen.matches(peekAt('/tmp/a.jsonl', `${JSON.stringify(record)}\n`))).toBe(false);
  });

  test('transcripts are found where the agent is set to keep them, and nothing else is', async () => {
    const home = await mkdtemp(join(tmpdir(), 'stemma-qwen-'));
    const project = join(home, '.qwen/projects/-home-dev-shop');
    await mkdir(join(project, 'chats'), { recursive: true });
    await mkdir(join(project, 'subagents/s1'), { recursive: true });
    for (const name of [
      'chats/s1.jsonl',
      'chats/s1.runtime.json',
      'subagents/s1/agent-a.jsonl',
      'subagents/s1/agent-a.meta.json',
      'notes.jsonl',
    ]) {
      await writeFile(join(project, name), '');
    }
    const found = [join(project, 'chats/s1.jsonl'), join(project, 'subagents/s1/agent-a.jsonl')];
    expect(await Array.fromAsync(qwen.discover({ home, env: {} }))).toEqual(found);
    expect(await Array.fromAsync(qwen.discover({ home: '/nowhere', env: { QWEN_HOME: join(home, '.qwen') } }))).toEqual(
      found,
    );
    expect(await Array.fromAsync(qwen.discover({ home: '/nowhere', env: {} }))).toEqual([]);
    await rm(home, { recursive: true });
  });
});

describe('calls', () => {
  test('every call is answered once, except one that was killed', () => {
    for (const name of fixtureCases(folder)) {
      const all = filesOf(name).flatMap((file) => draftsOf(read(file)));
      const calls = new Set(ofKind(all, 'call').map(({ session, key }) => `${session} ${key}`));
      const answered = new Set(ofKind(all, 'result').map(({ session, what }) => `${session} ${what.call}`));
      expect(answered.size, name).toBe(calls.size - (name.includes('kill') ? 1 : 0));
    }
  });

  test('a shell result has the exit code, the bare output, its duration and the time it ended', () => {
    const [failed] = ofKind(draftsOf(read(filesOf('0.24.4-02-parallel')[0]!)), 'result').filter(
      ({ what }) => what.status === 'failed',
    );
    expect(failed).toMatchObject({
      what: { exitCode: 1, output: 'cat: nope.txt: No such file or directory' },
      durationMs: 1330,
      at: Date.parse('2026-11-15T19:28:46.263Z'),
    });
  });

  test('results that were written together have the times their calls ended', () => {
    const times = ofKind(draftsOf(read(filesOf('0.24.4-02-parallel')[0]!)), 'result').map(({ at }) =>
      new Date(at!).toISOString().slice(17, 23),
    );
    expect(times).toEqual(['44.903', '44.909', '46.263']);
  });

  test('in a sub-agent the exit code is read from the text', () => {
    const agent = filesOf(byHand).find(({ name }) => name.includes('call_bg1'))!;
    expect(ofKind(draftsOf(read(agent)), 'result')[0]!.what).toMatchObject({
      exitCode: 3,
      output: '1',
      status: 'failed',
    });
  });

  test('a cancelled call keeps what it had shown, and the person who stopped it is emitted once', () => {
    for (const name of ['0.24.4-08-interrupt', '0.24.4-13-tui']) {
      const drafts = draftsOf(read(filesOf(name)[0]!));
      const [result] = ofKind(drafts, 'result');
      expect(result!.what.status).toBe('interrupted');
      expect(result!.what.exitCode).toBeUndefined();
      expect(result!.what.output).toMatch(/^started\n/);
      expect(ofKind(drafts, 'intervention').map(({ what }) => what.type)).toEqual(['interrupt']);
    }
  });

  test('a sub-agent that never ran is no session', () => {
    const readings = lines(
      {
        uuid: 'a',
        parentUuid: null,
        type: 'assistant',
        message: { parts: [{ functionCall: { id: 'c', name: 'agent', args: { subagent_type: 'Nobody' } } }] },
      },
      {
        uuid: 'b',
        parentUuid: 'a',
        type: 'tool_result',
        toolCallResult: { callId: 'c', status: 'error', executionStatus: 'not_started' },
      },
    );
    expect(linksOf(readings)).toEqual([]);
  });

  test('a denied call is denied, not failed', () => {
    expect(ofKind(draftsOf(read(filesOf('0.24.4-09-denied')[0]!)), 'result').map(({ what }) => what.status)).toEqual([
      'denied',
    ]);
  });

  test('the answer of a sub-agent comes back in its call, one in the background in the notification', () => {
    const [main] = filesOf('0.24.4-05-subagent');
    const answers = linksOf(read(main!)).filter((link) => link.type === 'returned');
    expect(answers.map(({ child, step }) => child.endsWith(`-${step}`))).toEqual([true, true]);

    const emitted = read(filesOf(byHand)[0]!);
    const [spawned, returned, ...others] = linksOf(emitted);
    expect(spawned).toMatchObject({ type: 'spawned', call: 'call_bg1' });
    expect(others).toEqual([]);
    const notice = ofKind(draftsOf(emitted), 'prompt').find(({ what }) => what.origin === 'notification')!;
    expect(returned).toMatchObject({
      type: 'returned',
      child: 'qwen:11111111-aaaa-4aaa-8aaa-000000000001/Explore-call_bg1',
      step: notice.key,
    });
  });
});

describe('the conversation', () => {
  test('tokens are counted once for each response, whatever the telemetry repeats', () => {
    for (const file of filesOf('0.24.4-05-subagent')) {
      const used = file.lines.map((line) => JSON.parse(line).usageMetadata).filter(Boolean);
      const total = draftsOf(read(file)).reduce(
        (sum, { tokens }) => sum + (tokens ? tokens.input + tokens.cache_read + tokens.output : 0),
        0,
      );
      expect(total, file.name).toBe(used.reduce((sum, { totalTokenCount }) => sum + totalTokenCount, 0));
    }
  });

  test('thoughts that a service does not count as output are added to it, and those inside are not', () => {
    const output = (totalTokenCount: number) =>
      draftsOf(
        lines({
          uuid: 'a',
          type: 'assistant',
          message: { parts: [{ text: 'Yes.' }] },
          usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 40, thoughtsTokenCount: 13, totalTokenCount },
        }),
      )[0]!.tokens!.output;
    expect(output(140)).toBe(40);
    expect(output(153)).toBe(53);
  });

  test('a summary goes on from the last step before it, and what follows answers the summary', () => {
    const readings = read(filesOf('0.24.4-10-compact')[0]!);
    const [first] = linksOf(readings);
    const summary = ofKind(draftsOf(readings), 'prompt').find(({ what }) => what.origin === 'compaction')!;
    expect(first).toMatchObject({ type: 'continued', from: 'call_0be74b2085684e245fb9de0f', to: summary.key });
    expect(ofKind(draftsOf(readings), 'message')[0]!.parent).toBe(summary.key);
  });

  test('a context that was cut without a summary goes on in the next step', () => {
    const readings = lines(
      { uuid: 'p', parentUuid: null, type: 'user', message: { parts: [{ text: 'Hello' }] } },
      {
        uuid: 'c',
        parentUuid: 'p',
        type: 'system',
        subtype: 'chat_compression',
        systemPayload: { info: {}, compressedHistory: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
      },
      { uuid: 'q', parentUuid: 'c', type: 'user', message: { parts: [{ text: 'Go on' }] } },
    );
    expect(linksOf(readings)).toMatchObject([{ type: 'continued', from: 'p', to: 'q' }]);
  });

  test('after a rewind the next prompt hangs where the conversation was taken back to', () => {
    const drafts = draftsOf(read(filesOf(byHand)[0]!));
    const kept = ofKind(drafts, 'message').find(({ what }) => what.text === 'It is running.')!;
    expect(ofKind(drafts, 'prompt').at(-1)).toMatchObject({
      parent: kept.key,
      what: { text: 'Forget that. What does total() do?' },
    });
  });

  test('a fatal API error fails the session until it goes on', () => {
    const error = {
      uuid: 'e',
      parentUuid: null,
      type: 'system',
      subtype: 'ui_telemetry',
      systemPayload: { uiEvent: { 'event.name': 'qwen-code.api_error', error_message: '400 no' } },
    };
    const prompt = { uuid: 'p', parentUuid: 'e', type: 'user', message: { parts: [{ text: 'Again' }] } };
    expect(lines(error, prompt).map((reading) => reading.sessions?.[0]?.outcome)).toEqual(['failed', 'unknown']);
  });

  test('a prompt is what was typed, without the files that were added to it', () => {
    expect(ofKind(draftsOf(read(filesOf(byHand)[0]!)), 'prompt')[0]!.what.text).toBe(
      'Look for dead code in the background. @src/cart.js',
    );
  });
});

describe('the report of a shell command', () => {
  test('gives the output as it was, with what went wrong besides', () => {
    const report = (output: string, error: string, code: string) =>
      `Command: x\nDirectory: (root)\nOutput: ${output}\nError: ${error}\nExit Code: ${code}\nSignal: (none)\nProcess Group PGID: 7`;
    expect(readShellReport(report('a\nError: inner\nb', '(none)', '0'))).toEqual({
      output: 'a\nError: inner\nb',
      exitCode: 0,
    });
    expect(readShellReport(report('(empty)', 'spawn failed', '(none)'))).toEqual({ output: 'spawn failed' });
  });

  test('leaves any other text alone', () => {
    for (const text of [
      'Command: x',
      'Output: y',
      'Command: x\nDirectory: d\nOutput: y',
      'Command: x\nDirectory: d\nOutput: y\nError: z',
    ])
      expect(readShellReport(text)).toBeUndefined();
  });
});

function filesOf(name: string): readonly FixtureFile[] {
  return fixtureFiles(join(folder, name)).filter((file) => qwen.matches(file.peek));
}

function read(file: FixtureFile): readonly Reading[] {
  return readLines(qwen, qwen.identify(file.peek), file.lines);
}

function lines(...records: readonly object[]): readonly Reading[] {
  return readLines(
    qwen,
    qwen.identify(peekAt('/tmp/made-up.jsonl', '')),
    records.map((record) => JSON.stringify(record)),
  );
}

function draftsOf(readings: readonly Reading[]): readonly Draft[] {
  return readings.flatMap((reading) => reading.drafts ?? []);
}

function linksOf(readings: readonly Reading[]): readonly Link[] {
  return readings.flatMap((reading) => reading.links ?? []);
}

function ofKind<Is extends What['is']>(
  drafts: readonly Draft[],
  is: Is,
): readonly (Draft & { readonly what: Extract<What, { is: Is }> })[] {
  return drafts.filter((draft): draft is Draft & { readonly what: Extract<What, { is: Is }> } => draft.what.is === is);
}
