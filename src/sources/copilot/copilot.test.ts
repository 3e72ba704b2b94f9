import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sessionUid } from '../../model/ids.ts';
import { fixtureCases, fixtureFiles, peekAt, readLines } from '../fixtures.ts';
import type { FixtureFile } from '../fixtures.ts';
import type { Draft, Reading } from '../source.ts';
import { copilot } from './index.ts';

const folder = join(import.meta.dirname, 'fixtures');

describe('files', () => {
  test('only events of the session folders are found, in $COPILOT_HOME or ~/.copilot', async () => {
    const home = await mkdtemp(join(tmpdir(), 'stemma-copilot-'));
    const session = join(home, '.copilot', 'session-state', 'a');
    await mkdir(session, { recursive: true });
    await mkdir(join(home, '.copilot', 'logs'));
    for (const path of [
      join(session, 'events.jsonl'),
      join(session, 'workspace.yaml'),
      join(home, '.copilot', 'config.json'),
      join(home, '.copilot', 'logs', 'events.jsonl'),
    ])
      await writeFile(path, '');
    expect(await all(copilot.discover({ home, env: {} }))).toEqual([join(session, 'events.jsonl')]);
    expect(await all(copilot.discover({ home: '/nowhere', env: { COPILOT_HOME: join(home, '.copilot') } }))).toEqual([
      join(session, 'events.jsonl'),
    ]);
    expect(await all(copilot.discover({ home, env: { COPILOT_HOME: '/nowhere' } }))).toEqual([]);
    await rm(home, { recursive: true });
  });

  test('what the CLI prints is not taken for a session', () => {
    const [file] = filesOf('1.0.102-fix') as [FixtureFile];
    const printed = { ...JSON.parse(file.lines[0]!), type: 'session.skills_loaded', ephemeral: true };
    expect(
      copilot.matches(peekAt('/tmp/events.jsonl', [JSON.stringify(printed), ...file.lines.slice(1), ''].join('\n'))),
    ).toBe(false);
  });

  test('a session that lost its first line is named by its folder', () => {
    const [file] = filesOf('1.0.102-fix') as [FixtureFile];
    const peek = peekAt(file.path, [...file.lines.slice(1), ''].join('\n'));
    expect(copilot.matches(peek)).toBe(true);
    expect(copilot.identify(peek).session).toBe(copilot.identify(file.peek).session);
  });
});

describe('results', () => {
  test('a command that failed has its exit code, though Copilot says success', () => {
    expect(resultsOf('1.0.102-toolerror').map(({ what }) => [what.status, what.exitCode])).toEqual([
      ['failed', undefined],
      ['failed', undefined],
      ['ok', 1],
      ['ok', undefined],
      ['ok', 0],
    ]);
  });

  test('a call that a crash cut off stays open, and is interrupted once the session is resumed; how long it took is not known', () => {
    expect(resultsOf('1.0.102-killed-at-kill')).toEqual([]);
    expect(resultsOf('1.0.102-killed').map(({ what, durationMs }) => [what.status, durationMs])).toEqual([
      ['interrupted', undefined],
    ]);
  });

  test('parallel calls hang on the message that asked for all of them, not on each other', () => {
    const drafts = draftsOf('1.0.102-parallel');
    const parents = drafts.filter(({ what }) => what.is === 'call').map(({ parent }) => parent);
    expect(parents.length).toBeGreaterThan(1);
    expect(new Set(parents).size).toBe(1);
    expect(drafts.find(({ key }) => key === parents[0])?.what.is).toBe('message');
  });

  test('a shell that still runs has not ended', () => {
    const [, , result] = read(
      call('a', 'bash'),
      event('tool.execution_complete', {
        toolCallId: 'a',
        success: true,
        result: { content: 'x\n<command with shellId: 3 is still running after 30 seconds. Use read_bash to wait.>' },
      }),
    );
    expect(result!.drafts![0]!.what).toMatchObject({ is: 'result', status: 'running' });
  });

  test('what a person refused is denied, with what they said about it', () => {
    const readings = read(
      call('a', 'bash'),
      event('permission.completed', {
        requestId: 'r',
        toolCallId: 'a',
        result: { kind: 'denied-interactively-by-user', feedback: 'use rg' },
      }),
      event('tool.execution_complete', { toolCallId: 'a', success: false, error: { message: 'no', code: 'failure' } }),
    );
    expect(readings[2]!.drafts).toMatchObject([
      { what: { is: 'intervention', type: 'rejected', text: 'use rg' }, parent: 'a' },
    ]);
    expect(readings[3]!.drafts![0]!.what).toMatchObject({ is: 'result', call: 'a', status: 'denied' });
  });
});

describe('prompts', () => {
  test('shown as typed, without what Copilot put around it', () => {
    for (const { what } of fixtureCases(folder).flatMap(draftsOf))
      if (what.is === 'prompt') expect(what.text).not.toContain('current_datetime');
  });

  test('a skill belongs to the turn of the request that brought it in, and opens none', () => {
    const readings = read(
      event('user.message', { content: 'Go', interactionId: 'i' }, 'p'),
      event('user.message', { content: 'Do this', interactionId: 'i', source: 'skill-tidy' }, 's'),
      event('assistant.message', { content: 'Tidying.', interactionId: 'i', toolRequests: [] }, 'm'),
    );
    expect(readings.slice(1).map(({ drafts }) => drafts![0])).toMatchObject([
      { key: 'p', turn: 'p', what: { origin: 'human' } },
      { key: 's', turn: 'p', what: { origin: 'skill' } },
      { key: 'm', turn: 'p', parent: 'p' },
    ]);
  });

  test('a message into the running turn is an intervention, and the answer to it stays in the turn', () => {
    const readings = read(
      event('user.message', { content: 'Go', interactionId: 'i', messageId: '1' }, 'p'),
      event('user.message', { content: 'With tabs', interactionId: 'i', messageId: '2', delivery: 'steering' }, 's'),
      event('assistant.message', { content: 'Yes.', interactionId: 'i', originatingMessageId: '2' }, 'm'),
    );
    expect(readings[2]!.drafts).toMatchObject([{ what: { is: 'intervention' }, turn: 'p' }]);
    expect(readings[3]!.drafts).toMatchObject([{ parent: 's', turn: 'p' }]);
  });
});

describe('sub-agents', () => {
  test.each(['1.0.102-subagent', '1.0.102-live-subagent', '1.0.102-live-otlp'])(
    '%s: what one did is a session of its own, tied to the call that spawned it',
    (name) => {
      const [file] = filesOf(name) as [FixtureFile];
      const main = copilot.identify(file.peek).session;
      const readings = readingsOf(file);
      const links = readings.flatMap((reading) => reading.links ?? []);
      const task = draftsOf(name).find(({ what }) => what.is === 'call' && what.tool === 'task')!;
      const child = draftsOf(name).find(({ session }) => session !== main)!.session;
      expect(links).toEqual([
        { type: 'spawned', parent: main, call: task.key, child },
        { type: 'returned', child, parent: main, step: task.key },
      ]);
      expect(
        draftsOf(name)
          .filter(({ session, what }) => session === child && what.is === 'prompt')
          .map(({ what }) => what),
      ).toMatchObject([{ origin: 'harness' }]);
    },
  );

  test('one in the background returns with the notification that names it', () => {
    const readings = read(
      call('t', 'task'),
      { ...event('subagent.started', { toolCallId: 't', executionMode: 'background' }), agentId: 'x' },
      { ...event('subagent.completed', { toolCallId: 't' }), agentId: 'x' },
      event('system.notification', { content: 'done', kind: { type: 'agent_completed', agentId: 'x' } }, 'n'),
    );
    expect(readings.flatMap(({ links }) => links ?? [])).toEqual([
      { type: 'spawned', parent: 'copilot:s', call: 't', child: 'copilot:s/x' },
      { type: 'returned', child: 'copilot:s/x', parent: 'copilot:s', step: 'n' },
    ]);
  });
});

describe('tokens', () => {
  test('what a session used is what Copilot adds up at its end, and what compactions took', () => {
    for (const name of fixtureCases(folder).filter((name) => /^\d/.test(name) && name !== '1.0.102-killed-at-kill')) {
      const drafts = draftsOf(name);
      const [file] = filesOf(name) as [FixtureFile];
      const records = file.lines.map((line) => JSON.parse(line));
      const last = records.findLast(({ type }) => type === 'session.shutdown').data.modelMetrics['fake-1'].usage;
      const taken = records
        .filter(({ type }) => type === 'session.compaction_complete')
        .map(({ data }) => data.compactionTokensUsed);
      const sum = (field: string) => taken.reduce((all, used) => all + used[field], last[field]);
      const counted = drafts.reduce(
        (all, { tokens }) => ({
          input: all.input + (tokens ? tokens.input + tokens.cache_read + tokens.cache_write : 0),
          output: all.output + (tokens?.output ?? 0),
        }),
        { input: 0, output: 0 },
      );
      expect(counted, name).toEqual({ input: sum('inputTokens'), output: sum('outputTokens') });
    }
  });

  test('before there were usage records, messages have the output and the end has the rest, once', () => {
    const end = (input: number, output: number) =>
      event('session.shutdown', {
        shutdownType: 'routine',
        modelMetrics: { m: { usage: { inputTokens: input, outputTokens: output, cacheReadTokens: 40 } } },
      });
    const message = (apiCallId: string, outputTokens: number) =>
      event('assistant.message', { content: 'Hm.', apiCallId, outputTokens });
    const tokens = read(message('a', 5), message('a', 5), end(100, 5), message('b', 7), end(150, 12))
      .flatMap(({ drafts }) => drafts ?? [])
      .flatMap((draft) => draft.tokens ?? []);
    expect(tokens.map(({ input, output, cache_read }) => [input, cache_read, output])).toEqual([
      [0, 0, 5],
      [60, 40, 0],
      [0, 0, 7],
      [50, 0, 0],
    ]);
  });
});

test('an error ends the session in failure, unless somebody asks for more', () => {
  const readings = read(
    event('session.error', { errorType: 'quota', message: 'No quota left' }),
    event('user.message', { content: 'Again' }),
  );
  expect(readings[1]).toMatchObject({
    drafts: [{ what: { is: 'failure', type: 'quota', text: 'No quota left' } }],
    sessions: [{ outcome: 'failed' }],
  });
  expect(readings[2]!.sessions).toEqual([{ uid: 'copilot:s', outcome: 'unknown' }]);
});

test('a kind nobody knows stays raw, with the version that wrote it', () => {
  expect(read(event('session.brand_new', {}))[1]).toEqual({
    disposition: 'raw',
    unknown: { kind: 'session.brand_new', version: '1.0.102' },
  });
});

let next = 0;
function event(type: string, data: object, id = `e${++next}`): object {
  return { type, data, id, timestamp: '2026-11-15T18:53:50.978Z', parentId: null };
}

function call(toolCallId: string, name: string): object {
  return event('assistant.message', { content: '', toolRequests: [{ toolCallId, name, arguments: {} }] });
}

function read(...records: readonly object[]): readonly Reading[] {
  const start = event('session.start', { sessionId: 's', copilotVersion: '1.0.102' });
  return readLines(
    copilot,
    { session: sessionUid('copilot', 's') },
    [start, ...records].map((record) => JSON.stringify(record)),
  );
}

function filesOf(name: string): readonly FixtureFile[] {
  return fixtureFiles(join(folder, name)).filter((file) => copilot.matches(file.peek));
}

function readingsOf(file: FixtureFile): readonly Reading[] {
  return readLines(copilot, copilot.identify(file.peek), file.lines);
}

function draftsOf(name: string): readonly Draft[] {
  return filesOf(name)
    .flatMap(readingsOf)
    .flatMap((reading) => reading.drafts ?? []);
}

function resultsOf(name: string) {
  return draftsOf(name).flatMap(({ what, durationMs }) => (what.is === 'result' ? [{ what, durationMs }] : []));
}

async function all(paths: AsyncIterable<string>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of paths) found.push(path);
  return found;
}
