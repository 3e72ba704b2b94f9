import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStemmaOf } from '../../src/sdk/open-stemma.ts';
import type { Stemma } from '../../src/sdk/open-stemma.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { delegation, failedTest, hostile, subagent, token } from '../../src/testing/stories.ts';
import { idOf, link, writeStories, uidOf } from '../../src/testing/write-stories.ts';
import type { Story } from '../../src/testing/write-stories.ts';
import { ingestFolder } from '../support/archive.ts';
import { fixedTest, Transcript, uuid } from '../support/transcript.ts';

// The built program and the official client, as an agent has them.
const program = join(import.meta.dirname, '../../dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'stemma-mcp-'));
const home = join(folder, 'home');
const database = join(home, 'stemma.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const turns = 600;
const long = longSession();
const longUid = `claude:${long.session}`;
const secretive = new Transcript('mcp secrets')
  .prompt(`log in with ${token}`)
  .calls('toolu_secret', `tool-${token}`, { key: token, at: `/srv/${token}/x` })
  .returns('toolu_secret', `Exit code 1\nlogin failed for ${token}`, true);
const run = idOf(failedTest, 'run');

beforeAll(async () => {
  const history = join(folder, 'history');
  mkdirSync(history, { recursive: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(history, 'fixed.jsonl'), fixedTest('mcp fixed').toString());
  writeFileSync(join(history, 'long.jsonl'), long.toString());
  mkdirSync(join(history, token));
  writeFileSync(
    join(history, token, 'secretive.jsonl'),
    secretive.toString().replaceAll('/home/dev/shop', `/home/dev/${token}`),
  );
  await using store = await openSqlite(database, { mode: 'write' });
  await ingestFolder(store, history);
  await writeStories(store, failedTest, delegation, subagent, hostile);
  await link(store, failedTest, [
    { cause: 'ask', effect: 'run', type: 'asked', confidence: 0.9 },
    { cause: 'run', effect: 'fix', type: 'reacted', confidence: 0.8 },
  ]);
  await link(store, subagent, [{ of: delegation, cause: 'spawn', effect: 'task' }]);
});

/** For whoever only asks. */
let shared: Client;
beforeAll(async () => {
  shared = await newClient(home);
});
afterAll(() => shared.close());

/** Every tool with something to ask of it, as a model would. */
const questions: Readonly<Record<string, object>> = {
  why: { event: run },
  get_parent_chain: { event: idOf(failedTest, 'red') },
  get_child_events: { event: run, depth: 3 },
  get_failure_chain: { name: run },
  smart_resume_context: { session: uidOf(failedTest) },
  search: { text: 'tests' },
  timeline: { session: uidOf(failedTest) },
  event: { event: 'toolu_2', session: `claude:${uuid('mcp fixed')}` },
  similar_failures: { about: '1 failing in cart.test.ts' },
  recommend_skills: { need: 'look through the logs' },
  analyze_performance: { session: uidOf(delegation) },
  export_session: { session: uidOf(failedTest) },
};
const tellings = ['record_error', 'record_fix_attempt', 'mark_resolved'];

describe('a client', () => {
  test('reads a manual, bounds and promises of every tool', async () => {
    const { tools } = await shared.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...Object.keys(questions), ...tellings].toSorted());
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title, name).toBeTruthy();
      expect(description!.length, name).toBeGreaterThan(300);
      expect(description, name).toMatch(/\b[Uu]se (?:it|this)\b/);
      expect(description, name).toMatch(/\b[Gg]ive\b/);
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {}))
        expect(isBounded(schema as Schema), `${name}.${field}`).toBe(true);
      expect(outputSchema, name).toMatchObject({ type: 'object', properties: { archive: expect.anything() } });
      expect(annotations, name).toMatchObject({
        readOnlyHint: !tellings.includes(name),
        destructiveHint: false,
        openWorldHint: false,
      });
    }
    expect(shared.getInstructions()).toContain('never an instruction');
  });

  test('finds each of them in docs/mcp.md', async () => {
    const [page] = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8').split('## What install writes');
    const rows = [...page!.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual((await shared.listTools()).tools.map(({ name }) => name));
  });

  // The client holds every answer against the schema the tool was listed with.
  test.each(Object.entries(questions))(
    'asks %s and gets the object, a text with ids, and how old the archive is',
    async (name, given) => {
      await shared.listTools();
      const { isError, structuredContent, content } = await call(shared, name, given);
      expect(isError, textOf({ content })).toBeFalsy();
      expect(structuredContent).toMatchObject({
        archive: { ingested_at: '2026-03-02T10:00:00.000Z', note: expect.stringMatching(/old; .*stemma ingest/) },
      });
      expect(textOf({ content })).toMatch(/ev_|ch_|quill:|No skill/);
      expect(textOf({ content })).toContain('stemma ingest');
    },
  );

  test('gets what the library says, word for word', async () => {
    const client = shared;
    await using library = await openLibrary();
    const asked = async (name: string, given: object): Promise<unknown> => {
      const { archive: _, ...answer } = (await call(client, name, given)).structuredContent as Record<string, unknown>;
      return answer;
    };
    const same = (answer: object): unknown => JSON.parse(JSON.stringify(answer));
    expect(await asked('why', { event: run, limit: 30 })).toEqual(
      same(await library.why(run, { limit: 30, minConfidence: 0 })),
    );
    expect(await asked('timeline', { session: uidOf(failedTest) })).toEqual(
      same(await library.timeline(uidOf(failedTest))),
    );
    expect(await asked('get_failure_chain', { name: run })).toEqual(same(await library.failure(run, { limit: 5 })));
    expect(await asked('smart_resume_context', { session: uidOf(failedTest) })).toEqual(
      same(await library.resume(uidOf(failedTest))),
    );
    expect(await asked('search', { text: 'tests' })).toEqual(same(await library.search('tests')));
    expect(await asked('analyze_performance', { session: uidOf(delegation) })).toEqual(
      same(await library.performance(uidOf(delegation))),
    );
    expect(await asked('event', { event: 'toolu_2', line: true })).toEqual(same(await library.event('toolu_2')));
    // How recent something is changes from moment to moment.
    const { matches } = (await asked('similar_failures', { about: '1 failing in cart.test.ts' })) as {
      matches: { chain: string; story: unknown }[];
    };
    expect(matches.map(({ chain, story }) => ({ chain, story }))).toEqual(
      same((await library.similar('1 failing in cart.test.ts')).matches.map(({ chain, story }) => ({ chain, story }))),
    );
  });

  test('walks recorded parents and children', async () => {
    const client = shared;
    expect(
      (await call(client, 'get_parent_chain', { event: idOf(failedTest, 'red') })).structuredContent,
    ).toMatchObject({
      chain: [{ id: run }],
      lineage: [{ relation: 'turn', step: { id: idOf(failedTest, 'ask') } }],
      truncated: false,
    });
    expect((await call(client, 'get_child_events', { event: run })).structuredContent).toMatchObject({
      children: [{ id: idOf(failedTest, 'red'), depth: 1 }],
      truncated: false,
    });
    const deep = (await call(client, 'get_child_events', { event: idOf(failedTest, 'ask'), depth: 20, limit: 1 }))
      .structuredContent as { children: unknown[] };
    expect(deep.children.length).toBeLessThanOrEqual(1);
  });

  test('tells of a failure, of what was tried, and of its end, and finds it again', async () => {
    const at = await ownHome();
    const client = await connect(at);
    const recorded = (
      await call(client, 'record_error', {
        message: `TypeError: cannot read total of undefined ${token}`,
        file: 'src/cart.ts',
        line: 12,
      })
    ).structuredContent as Recorded;
    expect(recorded).toMatchObject({
      id: expect.stringMatching(/^ch_/),
      chain: { state: 'open', error: { context: { file: 'src/cart.ts', line: 12 } } },
    });
    expect(JSON.stringify(recorded)).not.toContain(token);
    const tried = (
      await call(client, 'record_fix_attempt', {
        chain: recorded.id,
        action: 'wait for the cart',
        code_changes: '+ await load()',
      })
    ).structuredContent as Recorded;
    expect(tried).toMatchObject({ attempt: expect.stringMatching(/^fx_/), chain: { state: 'open' } });
    expect(
      (await call(client, 'mark_resolved', { chain: recorded.id, fix: tried.attempt })).structuredContent,
    ).toMatchObject({ chain: { state: 'resolved', successful_fix_id: tried.attempt } });
    const { matches } = (await call(client, 'similar_failures', { about: 'TypeError: cannot read total of undefined' }))
      .structuredContent as { matches: { chain: string }[] };
    expect(matches[0]).toMatchObject({ chain: recorded.id, fix_action_taken: 'wait for the cart', successful: true });

    const twice = await call(client, 'mark_resolved', { chain: recorded.id });
    expect(twice.isError).toBe(true);
    expect(textOf(twice)).toMatch(/^chain-settled: .*\n.*new failure/);
  });

  test.each([
    ['an unknown event', 'why', { event: 'ev_nothere' }, /^event-not-found: .*\n.*stemma search/],
    ['an unknown session', 'timeline', { session: 'claude:nothere' }, /^session-not-found: .*\n/],
    ['an unknown chain', 'record_fix_attempt', { chain: 'ch_nothere', action: 'look' }, /^chain-not-found: .*\n/],
    ['a folder where nobody worked', 'smart_resume_context', { repo: '/nowhere' }, /^session-not-found: .*\n/],
    [
      'an event that did not fail',
      'similar_failures',
      { about: idOf(failedTest, 'fix') },
      /^bad-argument: .*did not fail/,
    ],
    ['a missing argument', 'why', {}, /event/],
    ['a misspelled argument', 'timeline', { sesion: 'latest' }, /sesion/],
    ['too large a limit', 'timeline', { limit: 100_000 }, /limit/],
    ['a text where a number belongs', 'timeline', { limit: 'ten' }, /limit/],
    ['a time that is none', 'search', { text: 'x', since: 'soon' }, /since/],
    ['endless text', 'search', { text: 'x'.repeat(5000) }, /text/],
  ])('is told what is wrong with %s', async (_, name, given, words) => {
    const result = await call(shared, name, given);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(words);
  });

  test('is told of a tool that is not there', async () => {
    await expect(shared.callTool({ name: 'drop_everything', arguments: {} })).rejects.toThrow(/drop_everything/);
  });

  test('never gets a secret', async () => {
    const client = shared;
    const at = { session: `claude:${secretive.session}` };
    const answers = [
      await call(client, 'timeline', at),
      await call(client, 'export_session', at),
      await call(client, 'export_session', { ...at, format: 'mermaid' }),
      await call(client, 'event', { event: 'toolu_secret', line: true }),
      await call(client, 'why', { event: 'toolu_secret' }),
      await call(client, 'search', { text: 'login' }),
      await call(client, 'similar_failures', { about: 'toolu_secret' }),
      await call(client, 'smart_resume_context', at),
      await call(client, 'get_failure_chain', { name: at.session }),
      await call(client, 'analyze_performance', at),
      await client.readResource({ uri: `stemma://digest/${at.session}` }),
      await client.getPrompt({ name: 'resume_here', arguments: at }),
    ];
    expect(JSON.stringify(answers)).not.toContain(token);
    expect(JSON.stringify(answers)).toContain('login failed');
    expect(textOf(await call(client, 'timeline', { session: uidOf(hostile) }))).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u202e]/,
    );
  });

  test('never gets more than it can read, and can page through all of it', async () => {
    const client = shared;
    const last = `toolu_long_${turns - 1}`;
    const large: readonly (readonly [string, object])[] = [
      ['timeline', { session: longUid, limit: 500 }],
      ['export_session', { session: longUid, limit: 500, max_chars: 20_000 }],
      ['export_session', { session: longUid, format: 'mermaid', limit: 500 }],
      ['export_session', { session: longUid, format: 'dot', limit: 500 }],
      ['event', { event: last, session: longUid, line: true, max_chars: 40_000 }],
      ['get_parent_chain', { event: last, session: longUid, limit: 1000 }],
      ['get_child_events', { event: await firstOf(client, longUid), depth: 20, limit: 1000 }],
      ['search', { text: 'file', limit: 100 }],
      ['why', { event: last, session: longUid, limit: 200 }],
      ['get_failure_chain', { name: longUid, limit: 50 }],
      ['similar_failures', { about: 'Exit code 1: cannot read file', limit: 50 }],
      ['smart_resume_context', { session: longUid, budget: 8000 }],
      ['analyze_performance', { session: longUid, limit: 100 }],
    ];
    for (const [name, given] of large) {
      const result = await call(client, name, given);
      expect(result.isError, `${name}: ${textOf(result)}`).toBeFalsy();
      expect(JSON.stringify(result).length / 4, name).toBeLessThan(25_000);
    }

    const seqs: number[] = [];
    let after: number | null = 0;
    for (let pages = 0; after !== null; pages++) {
      expect(pages).toBeLessThan(100);
      const page = (await call(client, 'timeline', { session: longUid, limit: 500, after }))
        .structuredContent as unknown as { events: { seq: number }[]; next: number | null; total: number };
      seqs.push(...page.events.map(({ seq }) => seq));
      after = page.next;
      if (after === null) expect(seqs).toHaveLength(page.total);
    }
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(new Set(seqs).size).toBe(seqs.length);
  });

  test('may ask many things at once', async () => {
    const client = await connect(home);
    const asked = Array.from({ length: 8 }, () => Object.entries(questions)).flat();
    const answers = await Promise.all(
      asked.map(async ([name, given]) => ({ name, ...(await call(client, name, given)) })),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    const recorded = await Promise.all(
      Array.from({ length: 5 }, (_, at) => call(client, 'record_error', { message: `five at once: number ${at}` })),
    );
    expect(new Set(recorded.map(({ structuredContent }) => (structuredContent as unknown as Recorded).id)).size).toBe(
      5,
    );
  });

  test('sees what others add, an archive that was not there, and one in its place', async () => {
    const at = join(mkdtempSync(join(folder, 'grows-')), 'home');
    const client = await connect(at);
    expect(textOf(await call(client, 'timeline', {}))).toMatch(/^session-not-found/);
    expect((await call(client, 'search', { text: 'tests' })).structuredContent).toMatchObject({
      total: 0,
      archive: { ingested_at: null, note: expect.stringContaining('empty') },
    });
    await keep(at, failedTest);
    expect((await call(client, 'search', { text: 'tests' })).structuredContent).toMatchObject({
      hits: [{ session: uidOf(failedTest) }, { session: uidOf(failedTest) }],
    });
    await keep(at, delegation);
    expect((await call(client, 'timeline', { session: uidOf(delegation) })).structuredContent).toMatchObject({
      total: 4,
    });
    rmSync(at, { recursive: true });
    await keep(at, hostile);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      `stemma://session/${uidOf(hostile)}`,
      `stemma://digest/${uidOf(hostile)}`,
    ]);
  });

  test('is answered while somebody else writes, and what it tells waits for that', async () => {
    const at = await ownHome();
    const client = await connect(at);
    const writer = await openSqlite(join(at, 'stemma.db'), { mode: 'write' });
    let isTold = false;
    const telling = call(client, 'record_error', { message: 'disk full' }).then((result) => {
      isTold = true;
      return result;
    });
    expect((await call(client, 'timeline', {})).isError).toBeFalsy();
    await sleep(200);
    expect(isTold).toBe(false);
    await writer[Symbol.asyncDispose]();
    expect((await telling).isError).toBeFalsy();
    // And the lock is free again between two tellings.
    await (await openSqlite(join(at, 'stemma.db'), { mode: 'write', waitMs: 100 }))[Symbol.asyncDispose]();
  });

  test('reads sessions and digests by their address', async () => {
    const client = shared;
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`stemma://session/${uidOf(failedTest)}`);
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'stemma://session/{+uid}',
      'stemma://digest/{+uid}',
    ]);
    const read = async (uri: string): Promise<unknown> =>
      JSON.parse(((await client.readResource({ uri })).contents[0] as { text: string }).text);
    expect(await read(`stemma://session/${uidOf(failedTest)}`)).toMatchObject({
      session: { uid: uidOf(failedTest), title: failedTest.title },
    });
    // A sub-agent has a slash in its name; clients may write it out or not.
    expect(await read(`stemma://session/${uidOf(subagent)}`)).toMatchObject({ session: { uid: uidOf(subagent) } });
    expect(await read(`stemma://session/${encodeURIComponent(uidOf(subagent))}`)).toMatchObject({
      session: { uid: uidOf(subagent) },
    });
    expect(await read(`stemma://digest/${uidOf(failedTest)}`)).toMatchObject({
      digest: { session: uidOf(failedTest), asks: { total: 1 } },
    });
    await expect(client.readResource({ uri: 'stemma://session/claude:nothere' })).rejects.toThrow(
      /There is no session/,
    );
    expect(
      (
        await client.complete({
          ref: { type: 'ref/resource', uri: 'stemma://session/{+uid}' },
          argument: { name: 'uid', value: 'quill:fail' },
        })
      ).completion.values,
    ).toEqual([uidOf(failedTest)]);
  });

  test('finds two things to begin with in its menu', async () => {
    const client = shared;
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['explain_failure', 'resume_here']);
    const said = async (name: string, given: Record<string, string>): Promise<string> =>
      ((await client.getPrompt({ name, arguments: given })).messages[0]!.content as { text: string }).text;
    expect(await said('explain_failure', { failure: run })).toContain('1 failing in cart.test.ts');
    expect(await said('explain_failure', { failure: 'Error: exit 1: 1 failing in cart.test.ts' })).toMatch(
      /Past failures like it:\n(?:.*\n)*- ch_/,
    );
    expect(await said('resume_here', { session: uidOf(failedTest) })).toContain('make the tests pass');
    expect(await said('resume_here', { session: 'claude:nothere' })).toContain('session-not-found');
  });
});

describe('the process', () => {
  test('writes nothing but the protocol to standard output, and survives lines that are none', async () => {
    const { child, out } = start(home);
    child.stdin.write('this is no message\n{"jsonrpc":"2.0"}\n\n');
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } } })}\n`,
    );
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'timeline', arguments: {} } })}\n`,
    );
    await expect.poll(() => out().includes('"id":2'), { timeout: 10_000 }).toBe(true);
    const messages = out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id?: number; result?: { protocolVersion?: string } });
    expect(messages.every((message) => 'jsonrpc' in message)).toBe(true);
    expect(messages.find(({ id }) => id === 1)?.result?.protocolVersion).toBe('2025-06-18');
    child.stdin.end();
  });

  test('ends when its client is gone, also while it waits to write', async () => {
    const at = await ownHome();
    const idle = start(at);
    await idle.ready();
    idle.child.stdin.end();
    expect(await idle.code).toBe(0);

    await using _writer = await openSqlite(join(at, 'stemma.db'), { mode: 'write' });
    const waiting = start(at);
    await waiting.ready();
    waiting.child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'record_error', arguments: { message: 'never told' } } })}\n`,
    );
    await sleep(300);
    waiting.child.stdin.end();
    expect(await Promise.race([waiting.code, sleep(5000)])).toBe(0);
  });
});

interface Recorded {
  readonly id: string;
  readonly attempt: string;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly description?: string;
}

function isBounded({ type, enum: words, format, maxLength, maximum, maxItems }: Schema): boolean {
  if (words || type === 'boolean' || format === 'date-time') return true;
  return type === 'string'
    ? maxLength !== undefined
    : type === 'array'
      ? maxItems !== undefined
      : maximum !== undefined;
}

async function connect(at: string): Promise<Client> {
  const client = await newClient(at);
  onTestFinished(() => client.close());
  return client;
}

async function newClient(at: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      env: environment(at),
      stderr: 'ignore',
    }),
  );
  return client;
}

async function call(client: Client, name: string, given: object): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: { ...given } })) as CallToolResult;
}

function textOf({ content }: Pick<CallToolResult, 'content'>): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

async function firstOf(client: Client, session: string): Promise<string> {
  return ((await call(client, 'timeline', { session, limit: 1 })).structuredContent as { events: { id: string }[] })
    .events[0]!.id;
}

function environment(at: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: at, STEMMA_HOME: at };
}

function start(at: string) {
  const child = spawn(process.execPath, [program, 'mcp'], { env: environment(at), stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = async (): Promise<void> => {
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } } })}\n`,
    );
    await expect.poll(() => out.includes('"id":1'), { timeout: 10_000 }).toBe(true);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  };
  return { child, code, ready, out: () => out };
}

async function openLibrary(): Promise<Stemma> {
  return openStemmaOf(
    { openStore: (path, mode) => openSqlite(path, { mode }), sources, machine: { home, env: {} }, clock: Date.now },
    { home },
  );
}

/** An archive that a test may write to. */
async function ownHome(): Promise<string> {
  const at = mkdtempSync(join(folder, 'own-'));
  await keep(at, failedTest);
  return at;
}

async function keep(at: string, ...stories: readonly Story[]): Promise<void> {
  mkdirSync(at, { recursive: true });
  await using store = await openSqlite(join(at, 'stemma.db'), { mode: 'write' });
  await writeStories(store, ...stories);
}

/** More than fits into any answer: many steps, long inputs and outputs, failures. */
function longSession(): Transcript {
  const transcript = new Transcript('mcp long');
  transcript.prompt('look at every file');
  for (let turn = 0; turn < turns; turn++) {
    const failed = turn % 10 === 9;
    transcript
      .says(`Now file ${turn}: ${'what a long explanation of it this is '.repeat(8)}`)
      .calls(`toolu_long_${turn}`, 'Bash', {
        command: `cat src/file-${turn}.js src/file-${Math.max(0, turn - 1)}.js ${'--flag '.repeat(60)}`,
      })
      .returns(
        `toolu_long_${turn}`,
        failed
          ? `Exit code 1\ncannot read file ${turn} of ${'the long and winding road '.repeat(100)}`
          : `file ${turn} ${'content '.repeat(turn === turns - 1 ? 30_000 : 300)}`,
        failed,
      );
  }
  return transcript;
}
