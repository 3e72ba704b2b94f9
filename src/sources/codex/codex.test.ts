import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureCases, fixtureFiles, peekAt, readLines } from '../fixtures.ts';
import type { FixtureFile } from '../fixtures.ts';
import type { Draft, Link, Reading, What } from '../source.ts';
import { codex } from './index.ts';
import { repoOf } from './records/session-meta.ts';

const folder = join(import.meta.dirname, 'fixtures');

describe('threads', () => {
  test('a fork by reference shares the lines of its parent up to the fork, and nothing after', () => {
    const [parent, fork] = filesOf('0.166.0-04-resume') as [FixtureFile, FixtureFile];
    const { session, parent: hint, root } = codex.identify(fork.peek);
    expect(hint).toEqual({ uid: codex.identify(parent.peek).session, relation: 'fork', beforeLine: 35 });
    expect(root).toBeUndefined();
    expect(session).toBe('codex:01a1e09e-5c84-7093-b80d-77cbbd363c48');
    // Line 34 ends the turn before the fork; line 35 was written when the parent was resumed later.
    expect(kinds(read(parent)[33]!)).toEqual(['completion']);
    expect(JSON.parse(parent.lines[34]!).timestamp > JSON.parse(fork.lines[0]!).timestamp).toBe(true);
  });

  test('a sub-agent hangs below the thread that spawned it, and its root is named even where the file does not say it', () => {
    for (const name of ['0.166.0-05-subagent-v1', '0.140.0-05-subagent-v1', '0.166.0-12-subagent-v2']) {
      const [main, ...children] = filesOf(name).map((file) => codex.identify(file.peek));
      expect(children).toHaveLength(2);
      for (const child of children) {
        expect(child.parent, name).toEqual({ uid: main!.session, relation: 'subagent' });
        expect(child.root, name).toBe(main!.session);
      }
    }
  });

  test('a first line longer than what a source is shown still gives the ids', () => {
    const [, fork] = filesOf('0.166.0-04-resume') as [FixtureFile, FixtureFile];
    const meta = JSON.parse(fork.lines[0]!);
    meta.payload.base_instructions = { text: 'x'.repeat(100_000) };
    const peek = peekAt('/tmp/renamed.jsonl', `${JSON.stringify(meta)}\n`);
    expect(codex.matches(peek)).toBe(true);
    expect(codex.identify(peek)).toEqual(codex.identify(fork.peek));
  });

  test('a file whose first line is lost is named by its thread', () => {
    const [file] = filesOf('0.166.0-01-fix') as [FixtureFile];
    const peek = peekAt(file.path, file.lines.slice(1).join('\n') + '\n');
    expect(codex.matches(peek)).toBe(true);
    expect(codex.identify(peek).session).toBe(codex.identify(file.peek).session);
  });

  test('lines copied from the parent are copies, and the thread begins with its own turn', () => {
    const child = filesOf('0.166.0-12-subagent-v2').find((file) => file.name.includes('aca0'))!;
    const readings = read(child);
    expect(readings.slice(1, 18).map(({ disposition }) => disposition)).toEqual(Array(17).fill('copy'));
    expect(readings.slice(18).some(({ disposition }) => disposition === 'copy')).toBe(false);
    expect(callsOf(readings).map(({ what }) => what.tool)).toEqual(['exec', 'exec_command']);

    const fork = read(filesOf('0.130-fork-by-copy')[1]!);
    expect(fork.flatMap((reading) => reading.drafts ?? []).map(({ what }) => what.is)).toEqual([
      'prompt',
      'message',
      'lifecycle',
      'completion',
    ]);
  });
});

describe('tokens', () => {
  test('what a thread used is counted once, in every generation', () => {
    for (const name of fixtureCases(folder)) {
      for (const file of filesOf(name)) {
        const sum = { input: 0, cached: 0, output: 0 };
        for (const { tokens } of draftsOf(file)) {
          sum.input += (tokens?.input ?? 0) + (tokens?.cache_read ?? 0) + (tokens?.cache_write ?? 0);
          sum.cached += tokens?.cache_read ?? 0;
          sum.output += tokens?.output ?? 0;
        }
        expect(sum, `${name} ${file.name}`).toEqual(usedBy(file));
      }
    }
  });

  test('a fork does not count again what its parent had used', () => {
    const [, byReference] = filesOf('0.166.0-04-resume') as [FixtureFile, FixtureFile];
    const [, byCopy] = filesOf('0.130-fork-by-copy') as [FixtureFile, FixtureFile];
    expect(draftsOf(byReference).flatMap(({ tokens }) => tokens ?? [])).toEqual([
      { input: 110, output: 8, cache_read: 9854, cache_write: 0 },
    ]);
    expect(draftsOf(byCopy).flatMap(({ tokens }) => tokens ?? [])).toEqual([
      { input: 100, output: 5, cache_read: 5100, cache_write: 0 },
    ]);
  });

  interface CodexRecord {
    readonly type?: string;
    readonly payload?: { readonly usage?: Usage; readonly info?: { readonly total_token_usage?: Usage } | null };
  }
  interface Usage {
    readonly input_tokens: number;
    readonly cached_input_tokens: number;
    readonly output_tokens: number;
  }

  /**
   * By Codex's own records: the sum of its responses where they are recorded, else its last total. Minus what a fork by
   * copy began with.
   */
  function usedBy(file: FixtureFile): { input: number; cached: number; output: number } {
    const records = file.lines.map((line) => JSON.parse(line) as CodexRecord);
    const own = records.flatMap((record) =>
      record.type === 'token_usage_record' ? (record.payload?.usage ?? []) : [],
    );
    const totals = records.flatMap((record) => record.payload?.info?.total_token_usage ?? []);
    const copied = codex.identify(file.peek).parent?.relation === 'fork' ? totals.at(-2) : undefined;
    const add = (field: keyof Usage): number =>
      own.length > 0
        ? own.reduce((sum, usage) => sum + usage[field], 0)
        : (totals.at(-1)?.[field] ?? 0) - (copied?.[field] ?? 0);
    return { input: add('input_tokens'), cached: add('cached_input_tokens'), output: add('output_tokens') };
  }
});

describe('calls', () => {
  test('a call has one result, which knows the exit code when anything before it has it', () => {
    expect(results('0.166.0-02-parallel')).toEqual([
      ['cat src/cart.js', 'ok', 0],
      ['cat test/cart.test.js', 'ok', 0],
      ['sleep 1; cat nope.txt', 'failed', 1],
    ]);
    expect(results('0.118-events').slice(0, 2)).toEqual([
      ['cargo test', 'failed', 101],
      ["sed -n '1,40p' src/count.rs", 'ok', 0],
    ]);
  });

  test('an interrupted command stays interrupted, though its end is recorded when the next turn is over', () => {
    for (const name of ['0.166.0-08-interrupt', '0.166.0-13-tui', '0.140.0-08-interrupt', '0.98.0-08-interrupt']) {
      expect(results(name), name).toEqual([['echo started; sleep 40; echo done', 'interrupted', undefined]]);
      expect(
        read(filesOf(name)[0]!)
          .flatMap(kinds)
          .filter((kind) => kind === 'intervention'),
        name,
      ).toHaveLength(1);
    }
  });

  test('a command that runs on is running, and its exit reaches the poll that saw it', () => {
    expect(results('0.166.0-09-longrun')).toEqual([
      ['echo begin; sleep 2; echo end', 'running', undefined],
      [undefined, 'ok', 0],
    ]);
  });

  test('a killed session leaves a call without result', () => {
    const drafts = draftsOf(filesOf('0.166.0-06-kill-at-kill')[0]!);
    expect(drafts.filter(({ what }) => what.is === 'call')).toHaveLength(1);
    expect(drafts.filter(({ what }) => what.is === 'result')).toHaveLength(0);
  });

  test('what a script does hangs below the call that ran it, also when it yielded and was waited for', () => {
    const calls = callsOf(read(filesOf('0.166.0-11-code-mode')[0]!));
    const outer = (cmd: string): string | undefined => {
      const nested = calls.find(({ key, what }) => key.startsWith('exec-') && JSON.stringify(what.input).includes(cmd));
      return calls.find(({ key }) => key === nested?.parent)?.what.input as string | undefined;
    };
    expect(outer('cat src/cart.js')).toContain('cat src/cart.js');
    expect(outer('node --test')).toContain('node --test');
    expect(outer('item.price')).toContain('item.price');
    expect(outer('sleep 2; echo slow')).toContain('sleep 2; echo slow');
  });

  test('where two scripts ran at once, neither is made responsible', () => {
    const exec = (id: string): object => ({
      type: 'custom_tool_call',
      name: 'exec',
      namespace: 'functions',
      call_id: id,
      input: 'text(1)',
    });
    const item = {
      type: 'CommandExecution',
      id: 'exec-1',
      command: ['/bin/bash', '-lc', 'ls'],
      status: 'completed',
      exit_code: 0,
      aggregated_output: '',
    };
    const one = readRecords([item_(exec('call_1')), event({ type: 'item_completed', turn_id: 't', item })]);
    const two = readRecords([
      item_(exec('call_1')),
      item_(exec('call_2')),
      event({ type: 'item_completed', turn_id: 't', item }),
    ]);
    expect(one.at(-1)!.drafts![0]!.parent).toBe('call_1');
    expect(two.at(-1)!.drafts![0]!.parent).toBeUndefined();
  });

  test('what the user refused is denied, and has no exit code', () => {
    const refused = draftsOf(filesOf('0.118-events')[0]!).find(({ key }) => key === 'call_A4:result');
    expect(refused?.what).toEqual({
      is: 'result',
      call: 'call_A4',
      output: 'exec command rejected by user',
      status: 'denied',
    });
  });

  test('arguments that are no JSON are kept as they were written', () => {
    const [, , broken] = callsOf(read(filesOf('bare-items-2025')[0]!));
    expect(broken!.what.input).toBe('{"command":["bash","-lc","cat src/lib.rs');
  });
});

describe('what was said', () => {
  test('a message that is in the file twice is one event', () => {
    for (const name of ['0.166.0-01-fix', '0.140.0-01-fix', '0.98.0-01-fix']) {
      const message = draftsOf(filesOf(name)[0]!).filter(
        ({ what }) => what.is === 'message' || what.is === 'prompt' || what.is === 'thinking',
      );
      const texts = message.map(({ what }) => `${what.is} ${(what as { text: string }).text}`);
      expect(texts, name).toEqual([...new Set(texts)]);
      expect(texts, name).toHaveLength(8);
    }
  });

  test('only what a person typed is human; environment and instructions are no prompts at all', () => {
    const prompts = draftsOf(filesOf('0.118-events')[0]!).flatMap(({ what }) =>
      what.is === 'prompt' ? [`${what.origin}: ${what.text.split('\n')[0]}`] : [],
    );
    expect(prompts).toEqual([
      'human: The basket count is off by one. Find out why and fix it.',
      'human: Plan a report of all baskets.',
      'human: Run the slow checks.',
      'human: Only the first one, please.',
      'human: !make first',
      'human: Good. Go on.',
      'skill: <skill>',
    ]);
  });

  test('nobody types in a sub-agent: its task comes from the agent that spawned it', () => {
    for (const name of ['0.166.0-05-subagent-v1', '0.140.0-05-subagent-v1', '0.166.0-12-subagent-v2']) {
      for (const child of filesOf(name).slice(1)) {
        expect(
          draftsOf(child).flatMap(({ what }) => (what.is === 'prompt' ? [what.origin] : [])),
          name,
        ).toEqual(['harness']);
      }
    }
  });

  test('a late record belongs to the turn it names, not to the one it stands in', () => {
    const drafts = readRecords([
      event({ type: 'task_started', turn_id: 'one' }),
      item_({ type: 'message', id: 'msg_1', role: 'user', content: [{ type: 'input_text', text: 'First.' }] }),
      event({ type: 'task_started', turn_id: 'two' }),
      item_({ type: 'message', id: 'msg_2', role: 'user', content: [{ type: 'input_text', text: 'Second.' }] }),
      event({
        type: 'item_completed',
        turn_id: 'one',
        item: { type: 'CommandExecution', id: 'exec-9', command: ['ls'], status: 'completed' },
      }),
    ]).at(-1)!.drafts!;
    expect(drafts.map(({ turn }) => turn)).toEqual(['msg_1', 'msg_1']);
  });
});

describe('links', () => {
  test('every sub-agent is tied to the call that spawned it and to the step that brought its answer', () => {
    for (const name of ['0.166.0-05-subagent-v1', '0.140.0-05-subagent-v1', '0.166.0-12-subagent-v2']) {
      const [main, ...children] = filesOf(name) as [FixtureFile, ...FixtureFile[]];
      const drafts = draftsOf(main);
      const links = read(main).flatMap((reading) => reading.links ?? []);
      for (const child of children) {
        const { session } = codex.identify(child.peek);
        const spawned = links.filter(
          (link): link is Link & { type: 'spawned' } => link.type === 'spawned' && link.child === session,
        );
        const returned = links.filter(
          (link): link is Link & { type: 'returned' } => link.type === 'returned' && link.child === session,
        );
        const calls = new Set(spawned.map(({ call }) => call));
        expect(calls.size, name).toBe(1);
        const call = drafts.find(({ key }) => calls.has(key))!.what;
        expect(call.is === 'call' && call.tool, name).toBe('spawn_agent');
        // The parent's message to it is the child's own first prompt, except where it is encrypted.
        const task = draftsOf(child)[0]!.what as { text: string };
        if (!task.text.endsWith('(encrypted)'))
          expect((call as { input: { message: string } }).input.message, name).toBe(task.text);
        expect(returned.length, name).toBeGreaterThan(0);
        for (const { step } of returned)
          expect(
            drafts.some(({ key }) => key === step),
            name,
          ).toBe(true);
      }
    }
  });

  test('after a compaction the session goes on in the summary, or in the next step where there is none', () => {
    const emitted = read(filesOf('0.166.0-10-compact')[0]!).flatMap((reading) => reading.links ?? []);
    expect(emitted).toMatchObject([
      { type: 'continued', from: 'call_fc9e7ec62e3933a0596dcae3', to: 'msg_01a1e09e-c88f-7ab2-bd4e-c9e7b3df06ae' },
    ]);
    const sealed = read(filesOf('0.118-events')[0]!).flatMap((reading) => reading.links ?? []);
    expect(sealed).toMatchObject([{ type: 'continued', from: 'line:41', to: 'call_B1' }]);
  });
});

describe('how it ended', () => {
  test('a fatal error fails the session, unless another turn begins', () => {
    expect(outcomes(read(filesOf('0.166.0-07b-apifatal')[0]!))).toEqual(['failed']);
    expect(outcomes(read(filesOf('0.118-events')[0]!))).toEqual(['failed']);
    const error = event({ type: 'error', message: 'stream closed', codex_error_info: { http_connection_failed: {} } });
    expect(outcomes(readRecords([error, event({ type: 'task_started', turn_id: 't' })]))).toEqual([
      'failed',
      'unknown',
    ]);
    expect(readRecords([error])[0]!.drafts![0]!.what).toEqual({
      is: 'failure',
      type: 'http_connection_failed',
      text: 'stream closed',
    });
  });
});

describe('what it does not know', () => {
  test('a kind nobody knows stays raw, with the version that wrote it', () => {
    const unknown = read(filesOf('0.118-events')[0]!).flatMap((reading) => reading.unknown ?? []);
    expect(unknown).toEqual([
      { kind: 'event_msg/some_future_event', version: '0.118.0' },
      { kind: 'response_item/some_future_item', version: '0.118.0' },
      { kind: 'some_future_record', version: '0.118.0' },
    ]);
  });

  test('an id that is a word of JavaScript is an id like any other', () => {
    for (const id of ['__proto__', 'constructor', 'toString']) {
      const records = [
        item_({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}', call_id: id }),
        event({ type: 'exec_command_end', call_id: id, exit_code: 3, status: 'failed' }),
        item_({ type: 'function_call_output', call_id: id, output: 'no' }),
        item_({ type: 'function_call_output', call_id: `${id}`, output: 'again' }),
      ];
      const drafts = readRecords(records).flatMap((reading) => reading.drafts ?? []);
      expect(drafts.map(({ what }) => (what.is === 'result' ? what.exitCode : what.is))).toEqual([
        'call',
        3,
        undefined,
      ]);
    }
  });

  test('two records on one line are both read, under names of their own', () => {
    const message = (text: string): string =>
      JSON.stringify(item_({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }));
    const [reading] = readLines(codex, codex.identify(peekAt('/tmp/x.jsonl', '')), [message('One.') + message('Two.')]);
    expect(reading!.drafts!.map(({ key }) => key)).toEqual(['line:1', 'line:1.2']);
  });

  test('neither what Codex prints nor what hooks saw is a session', () => {
    for (const line of [
      '{"type":"thread.started","thread_id":"01a1e09e-4154-7251-bccb-58c25b3b2c32"}',
      '{"session_id":"01a1e09e-4154-7251-bccb-58c25b3b2c32","ts":1794770583,"text":"Run the long job."}',
      '{"session_id":"01a1e09e","turn_id":"x","transcript_path":null,"cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash"}',
      '{"type":"agent-turn-complete","thread-id":"01a1e09e","turn-id":"x","input-messages":[]}',
      '{"type":"message","id":"a1","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":"hi"}}',
    ]) {
      expect(codex.matches(peekAt('/tmp/rollout-x.jsonl', `${line}\n`)), line).toBe(false);
    }
  });
});

describe('on this machine', () => {
  test('rollouts are found in the home folder or in CODEX_HOME, archived and compressed ones too, and nothing else', async () => {
    const home = await mkdtemp(join(tmpdir(), 'stemma-codex-'));
    try {
      const wanted = [
        'sessions/2026/01/02/rollout-a.jsonl',
        'sessions/2026/01/02/rollout-b.jsonl.zst',
        'archived_sessions/rollout-c.jsonl',
      ];
      for (const path of [...wanted, 'auth.json', 'history.jsonl', 'sessions/2026/01/02/notes.txt']) {
        await mkdir(join(home, '.codex', path, '..'), { recursive: true });
        await writeFile(join(home, '.codex', path), '');
      }
      const expected = wanted.map((path) => join(home, '.codex', path));
      expect(await Array.fromAsync(codex.discover({ home, env: {} }))).toEqual(expected);
      expect(
        await Array.fromAsync(codex.discover({ home: '/nowhere', env: { CODEX_HOME: join(home, '.codex') } })),
      ).toEqual(expected);
      expect(await Array.fromAsync(codex.discover({ home: '/nowhere', env: {} }))).toEqual([]);
    } finally {
      await rm(home, { recursive: true });
    }
  });

  test('a repository is named without the host and without credentials', () => {
    expect(repoOf('git@github.com:example/orchard.git')).toBe('example/orchard');
    expect(repoOf('https://dev:secret@example.com/example/orchard')).toBe('example/orchard');
    expect(repoOf('ssh://git@example.com:2222/example/orchard.git/')).toBe('example/orchard');
    expect(repoOf('/srv/git/orchard.git')).toBeUndefined();
  });
});

function filesOf(name: string): readonly FixtureFile[] {
  return fixtureFiles(join(folder, name));
}

function read(file: FixtureFile): readonly Reading[] {
  return readLines(codex, codex.identify(file.peek), file.lines);
}

function draftsOf(file: FixtureFile): readonly Draft[] {
  return read(file).flatMap((reading) => reading.drafts ?? []);
}

function kinds(reading: Reading): readonly string[] {
  return (reading.drafts ?? []).map(({ what }) => what.is);
}

function outcomes(readings: readonly Reading[]): readonly unknown[] {
  return readings.flatMap((reading) => reading.sessions ?? []).flatMap(({ outcome }) => outcome ?? []);
}

type Call = Draft & { readonly what: Extract<What, { is: 'call' }> };

function callsOf(readings: readonly Reading[]): readonly Call[] {
  return readings.flatMap((reading) => reading.drafts ?? []).filter((draft): draft is Call => draft.what.is === 'call');
}

/** Of each result of the story's first file, in the order of the file: the command, how it ended, its exit code. */
function results(name: string): readonly (readonly [unknown, unknown, unknown])[] {
  const readings = read(filesOf(name)[0]!);
  const calls = new Map(
    callsOf(readings).map(({ key, what }) => [key, what.input as { cmd?: string; command?: string } | null]),
  );
  return readings
    .flatMap((reading) => reading.drafts ?? [])
    .flatMap(({ what }) =>
      what.is === 'result'
        ? [[calls.get(what.call)?.cmd ?? calls.get(what.call)?.command, what.status, what.exitCode] as const]
        : [],
    );
}

function event(payload: object): object {
  return { timestamp: '2026-11-15T12:00:00.000Z', type: 'event_msg', payload };
}

function item_(payload: object): object {
  return { timestamp: '2026-11-15T12:00:00.000Z', type: 'response_item', payload };
}

function readRecords(records: readonly object[]): readonly Reading[] {
  return readLines(
    codex,
    codex.identify(peekAt('/tmp/made-up.jsonl', '')),
    records.map((record) => JSON.stringify(record)),
  );
}
