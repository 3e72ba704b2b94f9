import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { opencodePlugin } from '../../sources/opencode/plugin.ts';
import { piExtension } from '../../sources/pi/extension.ts';

let folder: string;
let spool: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stemma-plugin-'));
  spool = join(folder, 'spool');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What was spooled, in order: the event in the file's name, and its payload. */
function spooled(): [string, unknown][] {
  return readdirSync(spool)
    .map((name) => /^(\w+)\.(.+)\.(\d+)\.(\d+)$/.exec(name)!)
    .toSorted((a, b) => Number(a[4]) - Number(b[4]))
    .map(([name, agent, event, pid]) => {
      expect([agent, pid]).toEqual([agent, String(process.pid)]);
      return [`${agent} ${event}`, JSON.parse(readFileSync(join(spool, name), 'utf8'))];
    });
}

async function load(text: string): Promise<Record<string, unknown>> {
  const path = join(folder, `plugin-${Math.random()}.mjs`);
  writeFileSync(path, text);
  return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
}

describe('the OpenCode plugin', () => {
  type Hooks = Record<string, (...args: unknown[]) => Promise<unknown>>;
  const plugin = async (): Promise<Hooks> =>
    await ((await load(opencodePlugin(spool)))['Stemma'] as () => Promise<Hooks>)();

  test('reports calls as they start and end, and changes nothing it receives', async () => {
    const hooks = await plugin();
    const input = Object.freeze({ tool: 'bash', sessionID: 'ses_1', callID: 'call_1' });
    const args = Object.freeze({ command: 'npm test' });
    const output = Object.freeze({ title: 'npm test', output: '1 failing', metadata: Object.freeze({ exit: 1 }) });
    expect(await hooks['tool.execute.before']!(input, Object.freeze({ args }))).toBeUndefined();
    expect(await hooks['tool.execute.after']!({ ...input, args }, output)).toBeUndefined();
    expect(spooled()).toEqual([
      ['opencode tool.execute.before', { session_id: 'ses_1', call_id: 'call_1', tool: 'bash', input: args }],
      [
        'opencode tool.execute.after',
        { session_id: 'ses_1', call_id: 'call_1', tool: 'bash', input: args, output: '1 failing', exit_code: 1 },
      ],
    ]);
  });

  test('reports failures, retries and permissions on the bus, and nothing else there', async () => {
    const { event } = await plugin();
    const emit = (type: string, properties: unknown) => event!({ event: { type, properties } });
    await emit('session.created', { info: {} });
    await emit('message.part.updated', { part: { type: 'text', text: 'hello' } });
    await emit('message.part.updated', {
      part: { type: 'tool', tool: 'edit', sessionID: 's', callID: 'c', state: { status: 'running' } },
    });
    await emit('message.part.updated', {
      part: {
        type: 'tool',
        tool: 'edit',
        sessionID: 's',
        callID: 'c',
        state: { status: 'error', input: { a: 1 }, error: 'not found', time: { start: 5, end: 9 } },
      },
    });
    await emit('session.status', { sessionID: 's', status: { type: 'busy' } });
    await emit('session.status', { sessionID: 's', status: { type: 'retry', attempt: 2, message: 'overloaded' } });
    await emit('session.error', {
      sessionID: 's',
      error: { name: 'APIError', data: { message: 'bad request', statusCode: 400 } },
    });
    await emit('permission.asked', {
      id: 'per_1',
      sessionID: 's',
      permission: 'bash',
      patterns: ['rm *'],
      metadata: {},
      tool: { messageID: 'm', callID: 'c2' },
    });
    await emit('permission.replied', { sessionID: 's', requestID: 'per_1', reply: 'reject' });
    expect(spooled()).toEqual([
      [
        'opencode tool.error',
        { session_id: 's', call_id: 'c', tool: 'edit', input: { a: 1 }, error: 'not found', duration_ms: 4 },
      ],
      ['opencode session.status', { session_id: 's', attempt: 2, error: 'overloaded' }],
      ['opencode session.error', { session_id: 's', error: 'APIError: bad request', status: 400 }],
      [
        'opencode permission.asked',
        {
          session_id: 's',
          permission_id: 'per_1',
          call_id: 'c2',
          tool: 'bash',
          input: { patterns: ['rm *'], metadata: {} },
        },
      ],
      ['opencode permission.replied', { session_id: 's', permission_id: 'per_1', reply: 'reject' }],
    ]);
  });

  test('never throws into the agent: not when the spool cannot be written, not when an event is strange', async () => {
    writeFileSync(spool, 'a file where the folder should be');
    const hooks = await plugin();
    const round: { self?: unknown } = {};
    round.self = round;
    await hooks['tool.execute.before']!({ tool: 'bash' }, { args: round });
    await hooks['tool.execute.before']!(undefined, undefined);
    await hooks['event']!({ event: { type: 'session.error', properties: null } });
    await hooks['event']!(undefined);
    expect(readFileSync(spool, 'utf8')).toBe('a file where the folder should be');
  });
});

describe('the pi extension', () => {
  type Listener = (event: unknown, ctx: unknown) => unknown;
  async function pi(): Promise<Map<string, Listener>> {
    const listeners = new Map<string, Listener>();
    ((await load(piExtension(spool)))['default'] as (pi: unknown) => void)({
      on: (name: string, listener: Listener) => listeners.set(name, listener),
    });
    return listeners;
  }
  const ctx = { cwd: '/shop', sessionManager: { getSessionId: () => 'sid' } };

  test('reports calls and refused requests; its listeners return nothing, so pi goes on as it would', async () => {
    const listeners = await pi();
    const emit = (name: string, event: unknown) => expect(listeners.get(name)!(event, ctx)).toBeUndefined();
    emit('tool_execution_start', { toolCallId: 'c', toolName: 'bash', args: { command: 'ls' } });
    emit('tool_execution_end', {
      toolCallId: 'c',
      toolName: 'bash',
      result: { content: [{ type: 'text', text: 'no' }, { type: 'image' }] },
      isError: true,
      durationMs: 7,
    });
    emit('after_provider_response', { status: 200 });
    emit('after_provider_response', { status: 529 });
    const common = { session_id: 'sid', cwd: '/shop' };
    expect(spooled()).toEqual([
      ['pi tool_execution_start', { ...common, call_id: 'c', tool: 'bash', input: { command: 'ls' } }],
      ['pi tool_execution_end', { ...common, call_id: 'c', tool: 'bash', output: 'no', failed: true, duration_ms: 7 }],
      ['pi after_provider_response', { ...common, status: 529 }],
    ]);
  });

  test('never throws into pi', async () => {
    const listeners = await pi();
    for (const listener of listeners.values()) {
      expect(listener(undefined, undefined)).toBeUndefined();
      expect(
        listener(
          {},
          {
            get sessionManager() {
              throw new Error('gone');
            },
          },
        ),
      ).toBeUndefined();
    }
  });
});
