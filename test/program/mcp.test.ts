import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStemmaOf } from '../../src/sdk/open-stemma.ts';
import type { Stemma } from '../../src/sdk/open-stemma.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openArchive } from '../../src/testing/open-archive.ts';
import { delegation, failedTest, hostile, subagent, token } from '../../src/testing/stories.ts';
import { idOf, link, writeStories, uidOf } from '../../src/testing/write-stories.ts';
import { ingestFolder } from '../support/archive.ts';
import { call, connect, newClient, textOf, writableHome, type Recorded } from '../support/mcp-client.ts';
import { fixedTest, Transcript, uuid } from '../support/transcript.ts';

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
  await using store = await openArchive(database, 'write');
  await ingestFolder(store, history);
  await writeStories(store, failedTest, delegation, subagent, hostile);
  await link(store, failedTest, [
    { cause: 'ask', effect: 'run', type: 'asked', confidence: 0.9 },
    { cause: 'run', effect: 'fix', type: 'reacted', confidence: 0.8 },
  ]);
  await link(store, subagent, [{ of: delegation, cause: 'spawn', effect: 'task' }]);
});

/** For tests that only read. */
let shared: Client;
beforeAll(async () => {
  shared = await newClient(home);
});
afterAll(() => shared.close());

/** Every reading tool with an input, as a model would call it. */
const questions: Readonly<Record<string, object>> = {
  why: { event: run },
  get_parent_chain: { event: idOf(failedTest, 'red') },
  get_child_events: { event: run, depth: 3 },
  get_failure_chain: { name: run },
  smart_resume_context: { session: uidOf(failedTest) },
  search_history: { text: 'tests' },
  timeline: { session: uidOf(failedTest) },
  tree: { session: uidOf(failedTest), causal: true },
  event: { event: 'toolu_2', session: `claude:${uuid('mcp fixed')}` },
  similar_failures: { about: '1 failing in cart.test.ts' },
  unresolved_failures: {},
  recommend_skills: { need: 'look through the logs' },
  analyze_performance: { session: uidOf(delegation) },
  export_session: { session: uidOf(failedTest) },
};
const recordingTools = ['record_error', 'record_fix_attempt', 'mark_resolved', 'record_judgement'];

describe('a client', () => {
  test('sees a description, bounds and annotations of every tool', async () => {
    const { tools } = await shared.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...Object.keys(questions), ...recordingTools].toSorted());
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
        readOnlyHint: !recordingTools.includes(name),
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
    'calls %s and gets an object, a text with ids, and the age of the archive',
    async (name, input) => {
      await shared.listTools();
      const { isError, structuredContent, content } = await call(shared, name, input);
      expect(isError, textOf({ content })).toBeFalsy();
      expect(structuredContent).toMatchObject({
        archive: { ingested_at: '2026-03-02T10:00:00.000Z', note: expect.stringMatching(/old; .*stemma ingest/) },
      });
      expect(textOf({ content })).toMatch(/ev_|ch_|quill:|No skill/);
      expect(textOf({ content })).toContain('stemma ingest');
    },
  );

  test('gets the same answers as from the library', async () => {
    const client = shared;
    await using library = await openLibrary();
    const asked = async (name: string, input: object): Promise<unknown> => {
      const { archive: _, ...answer } = (await call(client, name, input)).structuredContent as Record<string, unknown>;
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
    expect(await asked('search_history', { text: 'tests' })).toEqual(same(await library.search('tests')));
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
      events: [{ id: run }],
      lineage: [{ relation: 'turn', step: { id: idOf(failedTest, 'ask') } }],
      truncated: false,
    });
    expect((await call(client, 'get_child_events', { event: run })).structuredContent).toMatchObject({
      events: [{ id: idOf(failedTest, 'red'), depth: 1 }],
      truncated: false,
    });
    const deep = (await call(client, 'get_child_events', { event: idOf(failedTest, 'ask'), depth: 20, limit: 1 }))
      .structuredContent as { events: unknown[] };
    expect(deep.events.length).toBeLessThanOrEqual(1);
  });

  test('sees a session as a tree, by turns and by causes, with its sub-agents', async () => {
    const byTurn = await call(shared, 'tree', { session: uidOf(delegation) });
    expect(byTurn.structuredContent).toMatchObject({
      by: 'turn',
      tree: { steps: [{}, { id: idOf(delegation, 'spawn'), sessions: [{ relation: 'subagent' }] }] },
    });
    expect(JSON.stringify(byTurn.content)).toContain(`subagent ${uidOf(subagent)}`);
    const byCause = await call(shared, 'tree', { session: uidOf(failedTest), causal: true });
    const { by, tree } = byCause.structuredContent as { by: string; tree: { steps: { id: string; under: string }[] } };
    expect(by).toBe('cause');
    expect(tree.steps.map(({ id, under }) => [id, under]).slice(0, 2)).toEqual([
      [idOf(failedTest, 'ask'), null],
      [run, idOf(failedTest, 'ask')],
    ]);
  });

  test('records a failure, an attempt and its resolution, and finds it again', async () => {
    const at = await writableHome(folder);
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

  test('judges a session: the prompt shows its steps, the tool keeps the answer, and questions show it as judged', async () => {
    const client = await connect(await writableHome(folder));
    const session = uidOf(failedTest);
    const { messages } = await client.getPrompt({ name: 'judge_session', arguments: { session } });
    const { text } = messages[0]!.content as { readonly text: string };
    expect(text).toContain('C1 sh');
    expect(text).toContain('call the tool `record_judgement`');
    const kept = await call(client, 'record_judgement', {
      session,
      model: 'tester',
      answers: [JSON.stringify({ causes: { C3: [['C2', 'verifies']], C2: [['C9', 'reacted']] } })],
    });
    expect(kept.structuredContent).toMatchObject({
      basis: 'judged',
      model: 'tester',
      causes: 1,
      dropped: { unknown_steps: 1 },
    });
    const { causes } = (await call(client, 'why', { event: idOf(failedTest, 'again') })).structuredContent as {
      causes: { via: { basis: string } }[];
    };
    expect(causes[0]!.via.basis).toBe('judged');

    const nonsense = await call(client, 'record_judgement', { session, model: 'tester', answers: ['I like cats'] });
    expect(nonsense.isError).toBe(true);
    expect(textOf(nonsense)).toMatch(/^bad-answer: .*no JSON/);
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
    ['a time that is none', 'search_history', { text: 'x', since: 'soon' }, /since/],
    ['endless text', 'search_history', { text: 'x'.repeat(5000) }, /text/],
  ])('gets an error that explains %s', async (_, name, input, words) => {
    const result = await call(shared, name, input);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(words);
  });

  test('gets an error for an unknown tool', async () => {
    await expect(shared.callTool({ name: 'drop_everything', arguments: {} })).rejects.toThrow(/drop_everything/);
  });

  test('reads of a session found why it was', async () => {
    expect(textOf(await call(shared, 'search_history', { text: 'how do the tests run' }))).toMatch(/ %: tests run\): /);
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
      await call(client, 'search_history', { text: 'login' }),
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

  test('gets bounded answers and can page through everything', async () => {
    const client = shared;
    const last = `toolu_long_${turns - 1}`;
    const large: readonly (readonly [string, object])[] = [
      ['timeline', { session: longUid, limit: 500 }],
      ['tree', { session: longUid, limit: 1000 }],
      ['tree', { session: longUid, causal: true, limit: 1000 }],
      ['export_session', { session: longUid, limit: 500, max_chars: 20_000 }],
      ['export_session', { session: longUid, format: 'mermaid', limit: 500 }],
      ['export_session', { session: longUid, format: 'dot', limit: 500 }],
      ['event', { event: last, session: longUid, line: true, max_chars: 40_000 }],
      ['get_parent_chain', { event: last, session: longUid, limit: 1000 }],
      ['get_child_events', { event: await firstOf(client, longUid), depth: 20, limit: 1000 }],
      ['search_history', { text: 'file', limit: 50 }],
      ['why', { event: last, session: longUid, limit: 200 }],
      ['get_failure_chain', { name: longUid, limit: 50 }],
      ['similar_failures', { about: 'Exit code 1: cannot read file', limit: 50 }],
      ['smart_resume_context', { session: longUid, budget: 8000 }],
      ['analyze_performance', { session: longUid, limit: 100 }],
    ];
    for (const [name, input] of large) {
      const result = await call(client, name, input);
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

  test('can call many tools at once', async () => {
    const client = await connect(home);
    const asked = Array.from({ length: 3 }, () => Object.entries(questions)).flat();
    const answers = await Promise.all(
      asked.map(async ([name, input]) => ({ name, ...(await call(client, name, input)) })),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    const recorded = await Promise.all(
      Array.from({ length: 5 }, (_, at) => call(client, 'record_error', { message: `five at once: number ${at}` })),
    );
    expect(new Set(recorded.map(({ structuredContent }) => (structuredContent as unknown as Recorded).id)).size).toBe(
      5,
    );
  });
});

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly description?: string;
}

function isBounded({ type, enum: words, format, maxLength, maximum, maxItems, maxProperties }: Schema): boolean {
  if (words || type === 'boolean' || format === 'date-time') return true;
  return type === 'string'
    ? maxLength !== undefined
    : type === 'array'
      ? maxItems !== undefined
      : type === 'object'
        ? maxProperties !== undefined
        : maximum !== undefined;
}

async function firstOf(client: Client, session: string): Promise<string> {
  return ((await call(client, 'timeline', { session, limit: 1 })).structuredContent as { events: { id: string }[] })
    .events[0]!.id;
}

async function openLibrary(): Promise<Stemma> {
  return openStemmaOf({ openStore: openArchive, sources, machine: { home, env: {} }, clock: Date.now }, { home });
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
