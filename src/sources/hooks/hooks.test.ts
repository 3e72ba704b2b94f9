import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Draft, Reading } from '../source.ts';
import { agents } from '../registry.ts';
import { hooksSource } from './index.ts';

const hooks = hooksSource(agents);

describe('whose words they are', () => {
  test.each([
    ['claude-code', { session_id: 's', agent_id: 'a1' }, 'claude:s/a1'],
    ['codex', { session_id: 'root', agent_id: 'child-thread' }, 'codex:child-thread'],
    ['qwen', { session_id: 's', agent_id: 'Explore-call_1' }, 'qwen:s/Explore-call_1'],
    ['copilot', { sessionId: 'sub', agentId: 'sub', parentAgentId: 's', toolName: 'view' }, 'copilot:s/sub'],
    [
      'cline',
      { sessionContext: { rootSessionId: 's' }, agent_id: 'agent_2', parent_agent_id: 'agent_1' },
      'cline:s/agent_2',
    ],
    ['cline', { sessionContext: { rootSessionId: 's' }, agent_id: 'agent_1', parent_agent_id: null }, 'cline:s'],
  ])('%s names the sub-agent that made a call', (agent, payload, uid) => {
    const [first] = draftsOf(
      hookLine(agent, agent === 'copilot' ? 'preToolUse' : 'PreToolUse', {
        tool_name: 'Read',
        tool_input: {},
        ...payload,
      }),
    );
    expect(first?.session).toBe(uid);
  });

  test('while a sub-agent of Gemini CLI runs, nobody can say whose a call is', () => {
    const review = { tool_name: 'invoke_agent', tool_input: { prompt: 'review' } };
    const look = { tool_name: 'read_file', tool_input: { file_path: 'a' } };
    const readings = read(
      line('gemini', 'BeforeTool', review),
      line('gemini', 'BeforeTool', look),
      line('gemini', 'AfterTool', { ...look, tool_response: { llmContent: 'a' } }),
      line('gemini', 'AfterTool', { ...review, tool_response: { llmContent: 'done' } }),
      line('gemini', 'BeforeTool', look),
    );
    expect(readings.map(({ disposition }) => disposition)).toEqual(['mapped', 'state', 'state', 'mapped', 'mapped']);
  });

  test('a sub-agent that was cut short does not silence the next prompt', () => {
    const readings = read(
      line('gemini', 'BeforeTool', { tool_name: 'invoke_agent', tool_input: {} }),
      line('gemini', 'BeforeAgent', { prompt: 'go on' }),
      line('gemini', 'BeforeTool', { tool_name: 'read_file', tool_input: {} }),
    );
    expect(readings.at(-1)?.disposition).toBe('mapped');
  });

  test('a line repeated by a crash does not start a sub-agent again', () => {
    const before = line('gemini', 'BeforeTool', { tool_name: 'invoke_agent', tool_input: {} });
    const after = line('gemini', 'AfterTool', { tool_name: 'invoke_agent', tool_input: {}, tool_response: {} }, 10);
    const readings = read(
      before,
      after,
      before,
      line('gemini', 'BeforeTool', { tool_name: 'read_file', tool_input: {} }),
    );
    expect(readings.at(-1)?.disposition).toBe('mapped');
  });

  test('the working directory of a session is emitted, once for each place', () => {
    const readings = read(
      line('codex', 'SessionStart', { cwd: '/a' }),
      line('codex', 'Stop', { cwd: '/a' }),
      line('codex', 'Stop', { cwd: '/b' }),
    );
    expect(readings.map(({ sessions }) => sessions)).toEqual([
      [{ uid: 'codex:s', cwd: '/a' }],
      undefined,
      [{ uid: 'codex:s', cwd: '/b' }],
    ]);
  });
});

test('a helper of the agent that says nothing is no session', () => {
  const [stopped, called] = read(
    line('claude-code', 'SubagentStop', { agent_id: 'a1', cwd: '/a' }),
    line('claude-code', 'PreToolUse', { agent_id: 'a2', cwd: '/a', tool_use_id: 'c' }),
  );
  expect(stopped).toEqual({ disposition: 'state' });
  expect(called?.sessions).toEqual([{ uid: 'claude:s/a2', cwd: '/a' }]);
});

describe('calls and their answers', () => {
  const run = { tool_name: 'Execute', tool_input: { command: 'npm test', timeout: 9 } };

  test('an answer without an id belongs to the latest call that looks the same: the one before failed without a word', () => {
    const drafts = draftsOf(
      line('droid', 'PreToolUse', run, 1_000),
      line('droid', 'PreToolUse', run, 2_000),
      line(
        'droid',
        'PostToolUse',
        { tool_name: 'Execute', tool_input: { timeout: 9, command: 'npm test' }, tool_response: 'ok' },
        2_750,
      ),
    );
    const [failed, passed, , result] = drafts;
    expect(failed!.key).not.toBe(passed!.key);
    expect(result).toMatchObject({ durationMs: 750, what: { is: 'result', call: passed!.key, output: 'ok' } });
  });

  test('a call that began before there were hooks is emitted with its result, with its beginning as far as it is known', () => {
    const [call, result] = draftsOf(
      line(
        'claude-code',
        'PostToolUse',
        {
          tool_use_id: 'c1',
          tool_name: 'Bash',
          tool_input: { command: 'ls' },
          tool_response: { stdout: 'a', stderr: 'b' },
          duration_ms: 400,
        },
        5_000,
      ),
    );
    expect(call).toMatchObject({
      key: 'hook:c1',
      native: 'c1',
      at: start + 4_600,
      what: { is: 'call', tool: 'Bash', input: { command: 'ls' } },
    });
    expect(result).toMatchObject({
      at: start + 5_000,
      durationMs: 400,
      what: { is: 'result', call: 'hook:c1', output: 'a\nb', status: 'ok' },
    });
  });

  test("the agent's own measure of time comes before ours", () => {
    const result = draftsOf(
      line('qwen', 'PreToolUse', { tool_call_id: 'c', tool_use_id: 'not this', ...run }, 0),
      line(
        'qwen',
        'PostToolUse',
        { tool_call_id: 'c', tool_use_id: 'nor this', ...run, tool_response: {}, duration_ms: 31 },
        90,
      ),
    ).at(-1);
    expect(result).toMatchObject({ key: 'hook:c:result', durationMs: 31 });
  });

  test('how long a person thought is not how long a tool ran', () => {
    const drafts = draftsOf(
      line('claude-code', 'PreToolUse', { tool_use_id: 'c', ...run }, 0),
      line('claude-code', 'PermissionRequest', run, 10),
      line(
        'claude-code',
        'Notification',
        { notification_type: 'permission_prompt', message: 'Claude needs your permission' },
        20,
      ),
      line('claude-code', 'PostToolUse', { tool_use_id: 'c', ...run, tool_response: {} }, 60_000),
    );
    expect(drafts.filter(({ what }) => what.is === 'decision')).toMatchObject([
      { parent: 'hook:c', what: { type: 'permission_asked', text: 'Permission asked: Execute npm test' } },
    ]);
    expect(drafts.at(-1)?.durationMs).toBeUndefined();
  });

  test('of a batch only the calls that never ran are news', () => {
    const readings = read(
      line('claude-code', 'PreToolUse', { tool_use_id: 'ran', ...run }),
      line('claude-code', 'PostToolUse', { tool_use_id: 'ran', ...run, tool_response: 'fine' }),
      line('claude-code', 'PostToolBatch', {
        tool_calls: [
          { tool_use_id: 'ran', ...run, tool_response: 'fine' },
          {
            tool_use_id: 'denied',
            ...run,
            tool_response: 'Permission to use Execute with command npm test has been denied.',
          },
          {
            tool_use_id: 'unknown',
            tool_name: 'Frobnicate',
            tool_input: {},
            tool_response: '<tool_use_error>Error: No such tool available</tool_use_error>',
          },
        ],
      }),
    );
    const results = (readings[2]!.drafts ?? []).filter(({ what }) => what.is === 'result');
    expect(results.map(({ key, what }) => [key, what.is === 'result' && what.status])).toEqual([
      ['hook:denied:result', 'denied'],
      ['hook:unknown:result', 'failed'],
    ]);
  });

  test.each<[string, string, object, object]>([
    [
      'grok',
      'PostToolUse',
      { tool_response: { type: 'ReadFile', FileNotFound: 'Error: nope.js does not exist.' } },
      { status: 'failed', output: 'Error: nope.js does not exist.' },
    ],
    [
      'grok',
      'PostToolUse',
      { tool_response: { type: 'Bash', output: [111, 107], exit_code: 3 } },
      { status: 'failed', output: 'ok', exitCode: 3 },
    ],
    [
      'gemini',
      'AfterTool',
      {
        tool_name: 'run_shell_command',
        tool_response: { llmContent: 'Output: (empty)\nExit Code: 2\nProcess Group PGID: 1' },
      },
      { exitCode: 2 },
    ],
    [
      'gemini',
      'AfterTool',
      { tool_response: { llmContent: 'Could not read', error: { message: 'File not found' } } },
      { status: 'failed', output: 'Could not read' },
    ],
    [
      'claude-code',
      'PostToolUseFailure',
      { tool_use_id: 'c', error: 'Exit code 1', is_interrupt: false },
      { status: 'failed', output: 'Exit code 1' },
    ],
    [
      'claude-code',
      'PostToolUseFailure',
      { tool_use_id: 'c', error: '', is_interrupt: true },
      { status: 'interrupted' },
    ],
    [
      'copilot',
      'postToolUseFailure',
      { sessionId: 's', toolName: 'view', toolArgs: {}, error: 'Path does not exist' },
      { status: 'failed', output: 'Path does not exist' },
    ],
    [
      'cline',
      'PostToolUse',
      {
        tool_result: {
          id: 'c',
          name: 'run_commands',
          output: [
            { query: 'x', result: 'fine', success: true },
            { query: 'y', result: 'bad', success: false },
          ],
        },
      },
      { status: 'failed', output: 'fine\nbad' },
    ],
    ['opencode', 'tool.execute.after', { call_id: 'c', tool: 'bash', output: 'no', exit_code: 1 }, { exitCode: 1 }],
    [
      'pi',
      'tool_execution_end',
      { call_id: 'c', tool: 'bash', output: 'no', failed: true },
      { status: 'failed', output: 'no' },
    ],
  ])('%s: how %s reports a failure', (agent, event, payload, what) => {
    expect(draftsOf(line(agent, event, payload)).at(-1)?.what).toMatchObject({ is: 'result', ...what });
  });
});

test('OpenCode reports failures again when a fork copies them: those are no calls of the fork', () => {
  const before = line('opencode', 'tool.execute.before', { call_id: 'c', tool: 'read', input: {} });
  const error = line('opencode', 'tool.error', { call_id: 'c', tool: 'read', input: {}, error: 'File not found' });
  expect(draftsOf(before, error).at(-1)?.what).toMatchObject({
    is: 'result',
    status: 'failed',
    output: 'File not found',
  });
  expect(read(error)).toEqual([{ disposition: 'state' }]);
});

describe('what no transcript has', () => {
  test.each<[string, string, object, object]>([
    [
      'codex',
      'PostModelRequest',
      { status: 'failed', error: 'last status: 429' },
      { is: 'failure', type: 'api_error', text: 'last status: 429' },
    ],
    [
      'opencode',
      'session.status',
      { attempt: 2, error: 'Rate limit reached' },
      { is: 'failure', type: 'api_retry', text: 'Rate limit reached (attempt 2)' },
    ],
    [
      'opencode',
      'session.error',
      { error: 'APIError: Overloaded', status: 529 },
      { is: 'failure', type: 'api_error', text: 'Overloaded (HTTP 529)' },
    ],
    ['opencode', 'permission.replied', { reply: 'reject' }, { is: 'intervention', type: 'rejected' }],
    [
      'pi',
      'after_provider_response',
      { status: 503 },
      { is: 'failure', text: 'The model answered with HTTP status 503' },
    ],
    [
      'claude-code',
      'StopFailure',
      { error: 'unknown', last_assistant_message: 'API Error: 400' },
      { is: 'failure', text: 'API Error: 400' },
    ],
  ])('%s %s', (agent, event, payload, what) => {
    expect(draftsOf(line(agent, event, payload))).toMatchObject([{ what }]);
  });

  test('what is only a part of the transcript is left to it', () => {
    const readings = read(
      line('codex', 'PostModelRequest', { status: 'completed' }),
      line('opencode', 'session.error', { error: 'MessageAbortedError: Aborted' }),
    );
    expect(readings.map(({ disposition }) => disposition)).toEqual(['state', 'state']);
  });
});

describe('prompts and answers', () => {
  const prompt = { is: 'prompt', origin: 'human', text: 'Fix it' };

  test.each<[string, string, object, string, object, string]>([
    ['claude-code', 'UserPromptSubmit', { prompt: 'Fix it' }, 'Stop', { last_assistant_message: 'Fixed' }, 'Fixed'],
    ['codex', 'UserPromptSubmit', { prompt: 'Fix it' }, 'Stop', { last_assistant_message: 'Fixed' }, 'Fixed'],
    ['grok', 'UserPromptSubmit', { prompt: 'Fix it' }, 'Stop', { lastAssistantMessage: 'Fixed' }, 'Fixed'],
    ['gemini', 'BeforeAgent', { prompt: 'Fix it' }, 'AfterAgent', { prompt_response: 'Fixed' }, 'Fixed'],
    ['droid', 'UserPromptSubmit', { prompt: 'Fix it' }, 'Stop', {}, 'Turn completed'],
    [
      'copilot',
      'userPromptSubmitted',
      { sessionId: 's', prompt: 'Fix it' },
      'agentStop',
      { sessionId: 's' },
      'Turn completed',
    ],
  ])('%s: a prompt begins a turn, and its answer ends it', (agent, asked, question, stopped, answer, text) => {
    const [first, last] = draftsOf(line(agent, asked, question), line(agent, stopped, answer));
    expect(first).toMatchObject({ what: prompt, turn: first!.key });
    expect(last).toMatchObject({ what: { is: 'completion', type: 'turn', text }, turn: first!.key });
  });

  test('a sub-agent has turns of its own, and nobody types in it', () => {
    const [, own, call] = draftsOf(
      line('claude-code', 'UserPromptSubmit', { prompt: 'Fix it' }),
      line('claude-code', 'UserPromptSubmit', { prompt: 'Find the bug', agent_id: 'a1' }),
      line('claude-code', 'PreToolUse', { tool_use_id: 'c', tool_name: 'Read', tool_input: {}, agent_id: 'a1' }),
    );
    expect(own).toMatchObject({ session: 'claude:s/a1', what: { is: 'prompt', origin: 'harness' } });
    expect(call?.turn).toBe(own?.key);
  });

  test('an empty prompt is none', () => {
    expect(draftsOf(line('claude-code', 'UserPromptSubmit', { prompt: '' }))).toEqual([]);
  });
});

describe('every line is accounted for', () => {
  test('an event nobody knows is counted by its agent and name', () => {
    expect(read(line('claude-code', 'MoonRise', {}))).toEqual([
      { disposition: 'raw', unknown: { kind: 'claude-code/MoonRise' } },
    ]);
  });

  test('words that name no session, or a session no agent would make', () => {
    expect(
      read(
        line('codex', 'PreToolUse', { session_id: '../../etc', tool_name: 'x' }),
        line('codex', 'PreToolUse', { session_id: undefined }),
      ),
    ).toEqual([
      { disposition: 'issue', reason: 'no-session' },
      { disposition: 'issue', reason: 'no-session' },
    ]);
  });

  test('the same line twice gives the same events', () => {
    const twice = line('copilot', 'preToolUse', { sessionId: 's', toolName: 'view', toolArgs: { path: 'a' } });
    const after = line(
      'copilot',
      'postToolUse',
      { sessionId: 's', toolName: 'view', toolArgs: { path: 'a' }, toolResult: { textResultForLlm: 'x' } },
      50,
    );
    const keys = draftsOf(twice, after, twice, after).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });
});

test('a log is found below STEMMA_HOME, else below the home folder, and is a secondary source of its session', async () => {
  const home = mkdtempSync(join(tmpdir(), 'stemma-hooks-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const put = (base: string) => {
    mkdirSync(join(home, base, 'hooks/codex'), { recursive: true });
    writeFileSync(join(home, base, 'hooks/codex/s.jsonl'), `${line('codex', 'Stop', {})}\n`);
    writeFileSync(join(home, base, 'hooks/notes.txt'), '');
    return join(home, base, 'hooks/codex/s.jsonl');
  };
  const [own, byDefault] = [put('own'), put('.stemma')];
  expect(await Array.fromAsync(hooks.discover({ home, env: { STEMMA_HOME: join(home, 'own') } }))).toEqual([own]);
  expect(await Array.fromAsync(hooks.discover({ home, env: {} }))).toEqual([byDefault]);
  expect(await Array.fromAsync(hooks.discover({ home: join(home, 'nowhere'), env: {} }))).toEqual([]);
  const text = `${line('codex', 'Stop', {})}\n`;
  expect(hooks.identify({ path: own, head: text, tail: text })).toEqual({ session: 'codex:s', secondary: true });
});

test('a first line too long to be shown still says whose log it is', () => {
  const head = line('qwen', 'PostToolUse', { tool_response: 'x'.repeat(9_000) }).slice(0, 4_000);
  const peek = { path: '/home/dev/.stemma/hooks/qwen/0a-1b.jsonl', head, tail: '' };
  expect(hooks.matches(peek)).toBe(true);
  expect(hooks.identify(peek)).toEqual({ session: 'qwen:0a-1b', secondary: true });
});

const start = Date.parse('2026-11-16T10:00:00.000Z');

function line(agent: string, event: string, payload: object, afterMs = 0): string {
  const named =
    agent === 'cline'
      ? { sessionContext: { rootSessionId: 's' }, ...payload }
      : agent === 'copilot'
        ? payload
        : { session_id: 's', ...payload };
  return JSON.stringify({ stemma: 'hook', agent, event, at: new Date(start + afterMs).toISOString(), payload: named });
}

function hookLine(agent: string, event: string, payload: object): string {
  return JSON.stringify({ stemma: 'hook', agent, event, at: new Date(start).toISOString(), payload });
}

function read(...lines: readonly string[]): readonly Reading[] {
  const text = lines.join('\n');
  const reader = hooks.reader(hooks.identify({ path: '/x/s.jsonl', head: text, tail: text }));
  return lines.map((one, index) => reader.line({ text: one, number: index + 1 }));
}

function draftsOf(...lines: readonly string[]): readonly Draft[] {
  return read(...lines).flatMap(({ drafts }) => drafts ?? []);
}
