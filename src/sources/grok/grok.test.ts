import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type OwnFile, ownFiles, peekAt, readLines } from '../fixtures.ts';
import type { Draft, Reading } from '../source.ts';
import { grok } from './index.ts';
import { readResult } from './results.ts';

const folder = join(import.meta.dirname, 'fixtures');

describe('which files are Grok’s', () => {
  test('of each session the transcript and what adds to it are found, and nothing above the sessions', async () => {
    const home = await mkdtemp(join(tmpdir(), 'grok-'));
    const session = join(home, 'sessions', '%2Fhome%2Fdev', 's1');
    for (const path of [
      join(session, 'updates.jsonl'),
      join(session, 'chat_history.jsonl'),
      join(session, 'summary.json'),
      join(home, 'auth.json'),
      join(home, 'sessions', '%2Fhome%2Fdev', 'prompt_history.jsonl'),
    ]) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, '');
    }
    const found: string[] = [];
    for await (const path of grok.discover({ home: '/nowhere', env: { GROK_HOME: home } })) found.push(path);
    expect(found).toEqual([join(session, 'updates.jsonl'), join(session, 'summary.json')]);
    await rm(home, { recursive: true });
  });

  test('messages of the protocol that another agent sent are not Grok’s', () => {
    const sent =
      '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hi"}}}}\n';
    expect(grok.matches(peekAt('/tmp/updates.jsonl', sent))).toBe(false);
  });

  test('the phases and the summary are secondary sources of the same session', async () => {
    const files = await filesOf('1.0.41-fix');
    const identities = files.map(({ peek }) => grok.identify(peek));
    expect(new Set(identities.map(({ session }) => session))).toEqual(
      new Set(['grok:01a1e091-9d57-7233-8168-b0ea0b156197']),
    );
    expect(files.map(({ name }, index) => [name.split('/').at(-1), identities[index]!.secondary])).toEqual([
      ['events.jsonl', true],
      ['summary.json', true],
      ['updates.jsonl', undefined],
    ]);
  });
});

describe('what is said', () => {
  test('a text that comes in several lines is one event, with all of it, from its first line on', async () => {
    const drafts = (await draftsIn('1.0-by-hand')).filter(({ what }) => what.is === 'message').slice(0, 2);
    expect(new Set(drafts.map(({ key }) => key)).size).toBe(1);
    expect(drafts.at(-1)).toMatchObject({
      fuller: true,
      fromLine: 3,
      what: { text: 'It is a cart, and it is empty.' },
    });
  });

  test('a prompt of several parts is one prompt', async () => {
    const prompts = (await draftsIn('1.0-by-hand')).filter(({ what }) => what.is === 'prompt');
    expect(prompts.slice(0, 2).map(({ key, what }) => [key === prompts[0]!.key, what])).toEqual([
      [true, { is: 'prompt', origin: 'human', text: 'What is in this picture?' }],
      [true, { is: 'prompt', origin: 'human', text: 'What is in this picture?\n[image]' }],
    ]);
  });

  test('a turn that the program began is not typed, and what it put around a prompt is left out', async () => {
    const prompts = (await draftsIn('1.0-by-hand')).flatMap(({ what }) =>
      what.is === 'prompt' ? [[what.origin, what.text.split('\n')[0]]] : [],
    );
    expect(prompts.slice(-2)).toEqual([
      ['notification', 'Nothing more.'],
      ['human', 'Delete the cart'],
    ]);
  });

  test('what two responses say is never one event, nor is a text longer than a reader may remember', () => {
    const line = (text: string, stream: number, n: number) =>
      JSON.stringify({
        timestamp: 1,
        method: 'session/update',
        params: {
          sessionId: 's',
          update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
          _meta: { eventId: `s-${n}`, agentTimestampMs: n, promptId: 'p', streamStartMs: stream },
        },
      });
    const long = 'x'.repeat(12_000);
    const readings = read([line('one', 1, 1), line('two', 2, 2), line(long, 3, 3), line(long, 3, 4)]);
    expect(readings.flatMap(drafted).map(({ key, fuller }) => [key, fuller])).toEqual([
      ['s-1@1', undefined],
      ['s-2@2', undefined],
      ['s-3@3', undefined],
      ['s-4@4', undefined],
    ]);
  });

  test('event ids that begin anew with a resume name other events', async () => {
    const keys = (await draftsIn('1.0.41-killed-resumed'))
      .filter(({ what }) => what.is !== 'result')
      .map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('calls and their results', () => {
  test('a command that failed is completed all the same, and its exit code shows it', async () => {
    const results = (await draftsIn('1.0.41-toolerror')).flatMap(({ what }) =>
      what.is === 'result' ? [[what.status, what.exitCode]] : [],
    );
    expect(results).toEqual([
      ['failed', undefined],
      ['failed', undefined],
      ['failed', 1],
      ['ok', undefined],
      ['ok', 0],
    ]);
  });

  test('what a command printed is read from its bytes where it is not shown', async () => {
    const results = (await draftsIn('1.0-by-hand')).flatMap(({ what }) => (what.is === 'result' ? [what.output] : []));
    expect(results.slice(0, 2)).toEqual(['', 'cart\n']);
  });

  test('an id that a model gives again is another call', async () => {
    const calls = (await draftsIn('1.0-by-hand')).filter(
      ({ what, native }) => what.is === 'call' && native === 'functions.run:0',
    );
    expect(new Set(calls.map(({ key }) => key)).size).toBe(2);
  });

  test('a call that a person refused is denied, and that is emitted once', async () => {
    const drafts = (await draftsIn('1.0-by-hand')).filter(({ key }) => key.startsWith('call:call_5'));
    expect(drafts.map(({ what }) => (what.is === 'result' ? what.status : what.is))).toEqual([
      'call',
      'denied',
      'intervention',
    ]);
  });

  test('what an MCP server answered is there, and what it refused', () => {
    const result = (status: string, output: object) =>
      readResult({ status, rawOutput: { type: 'MCP', tool_name: 'why', server_name: 'stemma', output } });
    expect(result('completed', { OkayOutput: 'It was asked for.' })).toEqual({
      output: 'It was asked for.',
      status: 'ok',
    });
    expect(result('failed', { Error: 'There is no such event.' })).toEqual({
      output: 'There is no such event.',
      status: 'failed',
    });
  });

  test('calls hang on the message they came with, results on their calls', async () => {
    const drafts = await draftsIn('1.0.41-parallel');
    const message = drafts.find(({ what }) => what.is === 'message')!;
    const calls = drafts.filter(({ what }) => what.is === 'call');
    expect(calls.map(({ parent }) => parent)).toEqual(calls.map(() => message.key));
    expect(new Set(drafts.flatMap(({ what, parent }) => (what.is === 'result' ? [parent] : [])))).toEqual(
      new Set(calls.map(({ key }) => key)),
    );
  });

  test('the phases give each call again with its id, how long it took, and of tools that are no commands whether they failed', async () => {
    const emitted = await draftsIn('1.0.41-toolerror', 'events.jsonl');
    const [call] = emitted;
    expect(call).toMatchObject({ native: 'call_f95760cb89b6424522bb373e', what: { is: 'call', tool: 'read_file' } });
    expect(
      emitted.flatMap(({ what, durationMs }) => (what.is === 'result' ? [[what.status, typeof durationMs]] : [])),
    ).toEqual([
      ['failed', 'number'],
      ['failed', 'number'],
      [undefined, 'number'],
      ['ok', 'number'],
      [undefined, 'number'],
    ]);
  });
});

describe('how sessions hang together', () => {
  test('a fork is known by the event ids its copies keep, and begins where it goes its own way', async () => {
    const [main, fork] = (await filesOf('1.0.41-fork')).filter(({ name }) => name.endsWith('updates.jsonl')) as [
      OwnFile,
      OwnFile,
    ];
    const identity = grok.identify(fork.peek);
    expect(identity.parent).toEqual({ uid: grok.identify(main.peek).session, relation: 'fork', beforeLine: 1 });
    expect(identity.begun).toBe(1794769027547);
    const keys = new Set(
      readingsIn(fork)
        .flatMap(drafted)
        .map(({ key }) => key),
    );
    expect(
      readingsIn(main)
        .flatMap(drafted)
        .filter(({ key }) => !keys.has(key)),
    ).toEqual([]);
  });

  test('a sub-agent hangs on the call whose result names it', async () => {
    const main = (await filesOf('1.0.41-subagent')).find(
      ({ name }) => name.includes('f825') && name.endsWith('updates.jsonl'),
    )!;
    const [parent, child] = ['grok:01a1e091-f825-7521-86f0-73b56d2d578c', 'grok:01a1e091-f8b0-7682-9426-3d243242477a'];
    expect(readingsIn(main).flatMap(({ links = [] }) => links)).toEqual([
      { type: 'spawned', parent, call: '', child },
      { type: 'spawned', parent, call: 'call_8b4a53c1f55f714a807a9315', child },
      { type: 'returned', child, parent, step: 'call:call_8b4a53c1f55f714a807a9315' },
    ]);
  });

  test('a sub-agent in the background returns in the call that asks for its answer, or in the turn that brings it', async () => {
    const [file] = (await filesOf('1.0-by-hand')).filter(({ name }) => name.endsWith('updates.jsonl'));
    expect(
      readingsIn(file!)
        .flatMap(({ links = [] }) => links)
        .filter(({ type }) => type === 'returned'),
    ).toMatchObject([
      { step: 'call:call_3' },
      { step: expect.stringContaining('11111111-0000-7000-8000-000000000001-') as string },
    ]);
  });

  test('what a compaction left goes on in the next step', async () => {
    const [file] = (await filesOf('1.0-by-hand')).filter(({ name }) => name.endsWith('updates.jsonl'));
    expect(
      readingsIn(file!)
        .flatMap(({ links = [] }) => links)
        .filter(({ type }) => type === 'continued'),
    ).toMatchObject([{ from: 'call:call_2' }]);
  });
});

describe('how turns end', () => {
  test('a turn has the tokens it used, unless sub-agents used some of them and record so themselves', async () => {
    const tokens = async (name: string) =>
      (await draftsIn(name)).flatMap((draft) => (draft.tokens ? [draft.tokens] : []));
    expect(await tokens('1.0.41-fix')).toEqual([{ input: 43_828, output: 282, cache_read: 43_833, cache_write: 0 }]);
    expect(await tokens('1.0.41-subagent')).toEqual([{ input: 8799, output: 38, cache_read: 8799, cache_write: 0 }]);
  });

  test('a person cancels, a process dies, a model fails: three different ends', async () => {
    const ends = async (name: string) =>
      (await draftsIn(name)).flatMap(({ key, what }) =>
        key.startsWith('turn:') ? [`${what.is} ${'type' in what ? what.type : ''}`] : [],
      );
    expect(await ends('1.0-by-hand')).toEqual([
      'intervention interrupt',
      'failure turn',
      'completion turn',
      'completion turn',
      'lifecycle turn',
    ]);
    expect(await ends('1.0.41-killed-resumed')).toEqual(['failure interrupted', 'completion turn']);
  });

  test('a session that failed and went on did not end in failure', async () => {
    const [file] = (await filesOf('1.0-by-hand')).filter(({ name }) => name.endsWith('updates.jsonl'));
    expect(
      readingsIn(file!)
        .flatMap(({ sessions = [] }) => sessions.flatMap(({ outcome }) => outcome ?? []))
        .at(-1),
    ).toBe('unknown');
  });

  test('a sub-agent keeps the title its caller gave it', async () => {
    const summaries = (await filesOf('1.0.41-subagent')).filter(({ name }) => name.endsWith('summary.json'));
    expect(summaries.map((file) => readingsIn(file)[0]!.sessions![0]!.title)).toEqual([
      'The cart total is wrong, fix it',
      undefined,
    ]);
  });
});

function filesOf(name: string): Promise<readonly OwnFile[]> {
  return ownFiles(grok, join(folder, name));
}

function readingsIn({ peek, records }: OwnFile): readonly Reading[] {
  return readLines(grok, grok.identify(peek), records);
}

async function draftsIn(name: string, file = 'updates.jsonl'): Promise<readonly Draft[]> {
  return (await filesOf(name))
    .filter((own) => own.name.endsWith(file))
    .flatMap((own) => readingsIn(own).flatMap(drafted));
}

function read(lines: readonly string[]): readonly Reading[] {
  return readLines(grok, grok.identify(peekAt('/tmp/s/updates.jsonl', `${lines.join('\n')}\n`)), lines);
}

function drafted(reading: Reading): readonly Draft[] {
  return reading.drafts ?? [];
}
