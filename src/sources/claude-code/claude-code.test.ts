import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sessionUid } from '../../model/ids.ts';
import { isObject, object, parseRecords } from '../../platform/parse-records.ts';
import { fixtureCases, fixtureFiles, peekAt, readLines } from '../fixtures.ts';
import type { FixtureFile } from '../fixtures.ts';
import type { Draft } from '../source.ts';
import { requestContexts } from './records/request-contexts.ts';
import { claudeCode } from './index.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

describe('tokens', () => {
  // The agent's own sum also counts requests that leave no record, and forgets what a killed run had spent.
  const otherwise: Readonly<Record<string, string>> = {
    '2.1.325-06-resume-compact': 'the request that makes the summary of a compaction',
    '2.1.325-09-killed': 'a killed run writes no sum',
    '2.1.325-11-torn-tail': 'a killed run writes no sum',
    '2.1.325-20-interactive': 'the request that makes the summary of a compaction',
  };
  const counted = fixtureCases(fixtures).filter((name) => name.startsWith('2.1.325') && !(name in otherwise));

  test.each(counted)('of %s add up to what Claude Code counted itself', (name) => {
    const files = transcriptsOf(name);
    const sums = files.map((file) => costState(file)).filter((sum) => sum !== undefined);
    expect(total(files.flatMap(draftsOf))).toEqual(addUp(sums));
  });

  test('are counted once though every line of a response repeats them', () => {
    const [file] = transcriptsOf('1.0.17-typed-and-compacted');
    const thinking = draftsOf(file!)
      .filter((draft) => draft.turn === draftsOf(file!)[0]!.key && draft.tokens)
      .slice(0, 2);
    expect(thinking.map(({ tokens }) => [tokens!.input, tokens!.output])).toEqual([
      [10, 1],
      [0, 76],
    ]);
  });
});

test.each(['1.0.128', '2.0.77', '2.1.325'])(
  'calls that %s made at once hang on their response: not on each other, nor on a result that was written between',
  (version) => {
    const drafts = draftsOf(transcriptsOf(`${version}-02-parallel`)[0]!);
    const calls = drafts.filter(({ what }) => what.is === 'call').slice(0, 3);
    const response = drafts.find(({ what }) => what.is === 'message');
    expect(calls.map(({ parent }) => parent)).toEqual([response?.key, response?.key, response?.key]);
  },
);

describe('a sub-agent', () => {
  test('gives the same events in its own file and in the progress records of the main file', () => {
    const [main, own] = transcriptsOf('2.1.44-agent-progress');
    const emitted = draftsOf(main!).filter((draft) => draft.session.endsWith('/a1b2c3d'));
    const written = new Map(draftsOf(own!).map((draft) => [`${draft.session} ${draft.key}`, draft.what]));
    expect(emitted).toHaveLength(3);
    for (const draft of emitted) expect(written.get(`${draft.session} ${draft.key}`)).toEqual(draft.what);
  });

  test('of a sub-agent hangs under that one, by the call its metadata names', () => {
    const inner = transcriptsOf('2.1.325-15-large-nested')
      .map((file) => claudeCode.identify(file.peek))
      .find(({ parent }) => parent?.uid.includes('/'));
    expect(inner?.parent).toMatchObject({ relation: 'subagent', call: expect.stringMatching(/^toolu_/) as string });
    expect(inner?.root).toBe(inner?.session.split('/')[0]);
  });

  test('that wrote into the main file is a session of its own, and returns to the call whose prompt it has', () => {
    const [file] = transcriptsOf('0.2.106-inline-sidechains');
    const links = readLines(claudeCode, claudeCode.identify(file!.peek), file!.lines).flatMap(
      (reading) => reading.links ?? [],
    );
    expect(links.map(({ type }) => type)).toEqual(['spawned', 'spawned', 'returned', 'returned']);
    const last = new Map(
      draftsOf(file!).map((draft) => [
        draft.session.replace(/^[^/]*\/?/, ''),
        'text' in draft.what ? draft.what.text : '',
      ]),
    );
    expect([...last.values()]).toEqual([
      'API Error: Request timed out.',
      'There is no old cart.',
      'The new cart is fine.',
    ]);
  });
});

test('a message that the running turn absorbed is emitted once, whichever records hold it', () => {
  for (const name of ['2.0.77-20-interactive', '2.1.325-20-interactive']) {
    const queued = transcriptsOf(name)
      .flatMap(draftsOf)
      .filter(({ what }) => 'text' in what && what.text === 'Queued note: use tabs.');
    expect(queued.map(({ what }) => what)).toEqual([
      { is: 'intervention', type: 'queued_message', text: 'Queued note: use tabs.' },
    ]);
  }
});

test('what the model saw leads back to records for every message that is not stored as a blob', () => {
  let seen = 0;
  for (const name of fixtureCases(fixtures).filter((each) => each.startsWith('2.1.325'))) {
    for (const file of transcriptsOf(name)) {
      const records = file.lines.flatMap((line) => {
        const parsed = parseRecords(line);
        return parsed.ok ? parsed.records : [];
      });
      const blobs = new Set(
        records.filter((record) => record['type'] === 'api-request-blob').map((record) => record['hash']),
      );
      const contexts = requestContexts(records);
      for (const message of [...contexts.values()].flat()) {
        seen++;
        expect(message.records.length > 0 || blobs.has(message.hash), `${name}: ${message.hash}`).toBe(true);
      }
    }
  }
  expect(seen).toBeGreaterThan(296);
});

describe('recognising', () => {
  const base = { uuid: 'u1', sessionId: 's1', isSidechain: false, type: 'user' };

  test.each([
    [
      'what --output-format stream-json prints',
      { type: 'assistant', session_id: 's1', uuid: 'u1', message: { content: [] } },
    ],
    ['what hooks receive', { session_id: 's1', hook_event_name: 'Stop', transcript_path: '/x.jsonl' }],
    ['a transcript of Qwen Code', { ...base, parentUuid: null, message: { role: 'user', parts: [{ text: 'hi' }] } }],
    ['the history of prompts', { display: 'hi', timestamp: 1, project: '/p', sessionId: 's1' }],
  ])('%s is not a transcript', (_, record) => {
    expect(claudeCode.matches(peekAt('/x.jsonl', `${JSON.stringify(record)}\n`))).toBe(false);
  });

  test.each([
    ['only a title', { type: 'summary', summary: 'Fix', leafUuid: 'u1' }],
    [
      'only a queue operation',
      { type: 'queue-operation', operation: 'dequeue', timestamp: '2026-01-01T00:00:00Z', sessionId: 's1' },
    ],
    [
      'a first line longer than the peek',
      { ...base, parentUuid: null, message: { role: 'user', content: 'x'.repeat(100_000) } },
    ],
  ])('%s is enough', (_, record) => {
    expect(claudeCode.matches(peekAt('/x.jsonl', `${JSON.stringify(record)}\n`))).toBe(true);
  });
});

describe('finding', () => {
  test('transcripts are found in every configured folder, and nothing else', async () => {
    const home = mkdtempSync(join(tmpdir(), 'stemma-claude-'));
    const wanted = [put(home, 'one/projects/-p/a.jsonl'), put(home, 'two/projects/-p/a/subagents/agent-b.jsonl')];
    for (const other of [
      'one/history.jsonl',
      'one/sessions/1.key',
      'two/projects/-p/a/tool-results/x.txt',
      '.claude/projects/-p/c.jsonl',
    ])
      put(home, other);

    const env = { CLAUDE_CONFIG_DIR: `${join(home, 'one')}, ~/two` };
    expect(await Array.fromAsync(claudeCode.discover({ home, env }))).toEqual(wanted);
    expect(await Array.fromAsync(claudeCode.discover({ home, env: {} }))).toEqual([
      join(home, '.claude/projects/-p/c.jsonl'),
    ]);
    expect(await Array.fromAsync(claudeCode.discover({ home: join(home, 'nobody'), env: {} }))).toEqual([]);
  });

  test('a session keeps its spilled outputs, title, todos and backups; a sub-agent its metadata', async () => {
    const home = mkdtempSync(join(tmpdir(), 'stemma-claude-'));
    const wanted = [
      'projects/-p/s1/custom-title.json',
      'projects/-p/s1/tool-results/x.txt',
      'todos/s1-agent-s1.json',
      'file-history/s1/abc@v1',
    ].map((name) => put(home, name));
    for (const other of ['todos/s2-agent-s2.json', 'sessions/1.key', 'projects/-p/s1/subagents/agent-a.jsonl'])
      put(home, other);
    const path = put(home, 'projects/-p/s1.jsonl');
    const named = await Array.fromAsync(
      claudeCode.sideFiles!({ path, identity: claudeCode.identify(peekAt(path, '')) }),
    );
    expect(named.filter((file) => existsSync(file)).sort()).toEqual([...wanted].sort());

    const [agent] = transcriptsOf('2.1.325-03b-subagent-background').slice(-1);
    const sideFiles = await Array.fromAsync(
      claudeCode.sideFiles!({ path: agent!.path, identity: claudeCode.identify(agent!.peek) }),
    );
    expect(sideFiles.filter((file) => existsSync(file))).toEqual([agent!.path.replace(/jsonl$/, 'meta.json')]);
  });
});

test('a session that calls itself after a folder gets nothing out of it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'stemma-claude-'));
  const path = put(home, '.claude/projects/p/s1.jsonl');
  put(home, '.ssh/id_ed25519');
  const line = JSON.stringify({
    type: 'user',
    uuid: 'u',
    sessionId: '../../.ssh',
    isSidechain: false,
    message: { role: 'user', content: 'hello' },
  });
  const identity = claudeCode.identify(peekAt(path, `${line}\n`));
  expect(identity.session).toBe('claude:s1');
  expect(
    (await Array.fromAsync(claudeCode.sideFiles!({ path, identity }))).filter((file) => file.includes('.ssh')),
  ).toEqual([]);
});

test('messages that go in and out of the queue all night leave nothing behind', () => {
  const reader = claudeCode.reader({ session: sessionUid('claude', 's1') });
  for (let n = 0; n < 10_000; n++) {
    const content = `message ${n}`;
    for (const operation of ['enqueue', 'remove']) {
      reader.line({
        number: n,
        text: JSON.stringify({
          type: 'queue-operation',
          operation,
          content,
          timestamp: '2026-01-01T00:00:00Z',
          sessionId: 's1',
        }),
      });
    }
  }
  expect(JSON.stringify(reader.state()).length).toBeLessThan(16 * 1024);
});

function put(home: string, name: string): string {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  return path;
}

function transcriptsOf(name: string): readonly FixtureFile[] {
  return fixtureFiles(join(fixtures, name)).filter((file) => claudeCode.matches(file.peek));
}

function draftsOf(file: FixtureFile): readonly Draft[] {
  return readLines(claudeCode, claudeCode.identify(file.peek), file.lines).flatMap((reading) => reading.drafts ?? []);
}

type Sum = readonly [input: number, output: number, cacheRead: number, cacheWrite: number];

function total(drafts: readonly Draft[]): Sum {
  return addUp(
    drafts.map(({ tokens }) => [
      tokens?.input ?? 0,
      tokens?.output ?? 0,
      tokens?.cache_read ?? 0,
      tokens?.cache_write ?? 0,
    ]),
  );
}

/** The last sum a main transcript holds; it goes on counting when a session is resumed. */
function costState(file: FixtureFile): Sum | undefined {
  const states = file.lines
    .flatMap((line) => {
      const parsed = parseRecords(line);
      return parsed.ok ? parsed.records : [];
    })
    .filter((record) => record['type'] === 'cost-state');
  const models = Object.values(object(states.at(-1)?.['modelUsage'])).filter(isObject);
  if (states.length === 0) return undefined;
  return addUp(
    models.map(
      (model) =>
        [
          model['inputTokens'],
          model['outputTokens'],
          model['cacheReadInputTokens'],
          model['cacheCreationInputTokens'],
        ] as unknown as Sum,
    ),
  );
}

function addUp(sums: readonly Sum[]): Sum {
  return sums.reduce<Sum>(
    (one, other) => [one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]],
    [0, 0, 0, 0],
  );
}
