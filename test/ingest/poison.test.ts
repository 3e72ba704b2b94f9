import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { collectSpool } from '../../src/live/spool/collect-spool.ts';
import { loadSqlite } from '../../src/platform/load-sqlite.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Source } from '../../src/sources/source.ts';
import { quill } from '../../src/testing/quill.ts';
import { Archive, ingestFolder, seen } from '../support/archive.ts';
import { fixedTest, uuid } from '../support/transcript.ts';

// One record, file, session or source that cannot be dealt with never stops the others.

const healthy = fixedTest('healthy').toString();
const fixtures = join(import.meta.dirname, '../../src/sources');
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

async function uids({ store }: Archive): Promise<readonly string[]> {
  const { sessions } = await store.read.sessions({}, { limit: 20, offset: 0 });
  return sessions.map(({ uid }) => uid).sort();
}

test('a record nested 5,000 deep is read like any other, and rebuilt the same', async () => {
  const archive = await Archive.open();
  const lines = fixedTest('deep').lines.map((line) => line.replace('"input":{', `"input":{"deep":${deep(5_000)},`));
  expect(lines.join('')).toContain(deep(5_000));
  archive.write('deep.jsonl', `${lines.join('\n')}\n`);
  archive.write('healthy.jsonl', healthy);
  expect(await archive.ingest()).toMatchObject({ events: 18, lines: { issue: 0 }, problems: [] });
  const before = await seen(archive.store);
  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });
  expect(await seen(archive.store)).toEqual(before);
});

test('a deep hook event leaves the spool and becomes a call; so do those after it', async () => {
  const archive = await Archive.open();
  const hook = (call: string, input: string) =>
    `{"session_id":"11111111-1111-4111-8111-111111111111","cwd":"/x","hook_event_name":"PreToolUse","tool_name":"mcp__a__b","tool_use_id":"${call}","tool_input":${input}}`;
  archive.write('spool/claude-code.PreToolUse.1.1', hook('toolu_1', deep(5_000)));
  archive.write('spool/claude-code.PreToolUse.1.2', hook('toolu_2', '{"a":1}'));
  const clock = () => Date.now() + 120_000;
  expect(await collectSpool({ home: archive.folder, clock, exclude: [] })).toMatchObject({ events: 2, unreadable: 0 });
  expect(await archive.ingest()).toMatchObject({ events: 2, problems: [] });
});

test('a telemetry record nested 4,000 deep does not hide the others of its file', async () => {
  const archive = await Archive.open();
  const span = (id: string, value: string) =>
    JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: [] },
          scopeSpans: [
            {
              spans: [
                {
                  traceId: '0af7651916cd43dd8448eb211c80319c',
                  spanId: id,
                  name: 'execute_tool Read',
                  startTimeUnixNano: '1763200000000000000',
                  endTimeUnixNano: '1763200001000000000',
                  attributes: [
                    { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
                    { key: 'gen_ai.tool.name', value: { stringValue: 'Read' } },
                    { key: 'gen_ai.tool.call.id', value: { stringValue: `call_${id}` } },
                    { key: 'gen_ai.conversation.id', value: { stringValue: 'conv-1' } },
                    { key: 'gen_ai.tool.call.arguments', value: 'VALUE' },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }).replace('"VALUE"', value);
  const nested = `${'{"arrayValue":{"values":['.repeat(1_300)}${']}}'.repeat(1_300)}`;
  archive.write(
    'otel.jsonl',
    `${span('00f067aa0ba902b1', '{"stringValue":"{}"}')}\n${span('00f067aa0ba902b2', nested)}\n${span('00f067aa0ba902b3', '{"stringValue":"{}"}')}\n`,
  );
  const { events, problems } = await archive.ingest();
  expect(problems).toEqual([]);
  expect(events).toBeGreaterThanOrEqual(3);
});

test('a text where an OpenCode database should have a time stops neither that session nor other agents', async () => {
  const archive = await Archive.open();
  cpSync(join(fixtures, 'opencode/fixtures/1.18.33-05-subagent-no-log'), archive.folder, { recursive: true });
  const database = new (loadSqlite().DatabaseSync)(archive.path('opencode.db'));
  database.exec(`update session set time_updated = 'yesterday'; update part set time_updated = 'noon'`);
  database.close();
  archive.write('z/healthy.jsonl', healthy);
  expect((await archive.ingest()).problems).toEqual([]);
  expect(await uids(archive)).toEqual([
    `claude:${uuid('healthy')}`,
    ...Array<unknown>(3).fill(expect.stringMatching(/^opencode:ses_/)),
  ]);
});

/** A source that fails where its files say so. */
const brittle: Source = {
  ...quill,
  name: 'brittle',
  flavor: 'brittle',
  discover() {
    throw new Error('the folder moved');
  },
  matches: ({ head }) => head.startsWith('{"brittle":'),
  identify: ({ path, head }) => {
    if (head.includes('at-identify')) throw new Error('no session');
    return { ...quill.identify({ path, head: '', tail: '' }), session: `brittle:${path.split('/').at(-1)!}` as never };
  },
  reader: (identity) => {
    const reader = quill.reader(identity);
    return {
      ...reader,
      line(line) {
        if (line.text.includes('at-line')) throw new RangeError('too much');
        return reader.line(line);
      },
    };
  },
};

test('a reader that throws at a record makes it an issue; the records after it are read', async () => {
  const archive = await Archive.open();
  const path = archive.write(
    'a.jsonl',
    '{"brittle":1,"t":"say","id":"1","text":"one"}\n{"t":"say","id":"2","text":"at-line"}\n{"t":"say","id":"3","text":"three"}\n',
  );
  const report = await archive.ingest({ sources: [brittle, ...sources] });
  expect(report).toMatchObject({ events: 2, lines: { issue: 1 }, problems: [] });
  expect((await archive.store.read.overview()).issues).toEqual([{ path, line: 2, reason: 'reader-failed' }]);
});

test('a file whose session cannot be told is named, the others are read', async () => {
  const archive = await Archive.open();
  const path = archive.write('a.jsonl', '{"brittle":1,"t":"say","id":"1","text":"at-identify"}\n');
  archive.write('healthy.jsonl', healthy);
  const report = await archive.ingest({ sources: [brittle, ...sources] });
  expect(report).toMatchObject({ events: 9, problems: [{ path, message: expect.stringContaining('no session') }] });
});

test('a source whose files cannot be listed is named, the others are read', async () => {
  const archive = await Archive.open();
  archive.write('.claude/projects/-home-dev-shop/healthy.jsonl', healthy);
  const { events, problems } = await ingestFolder(archive.store, archive.folder, {
    sources: [brittle, ...sources],
    paths: undefined as never,
  });
  expect(problems).toMatchObject([
    { reason: 'discovery-failed', message: expect.stringContaining('the folder moved') },
  ]);
  expect(events).toBe(9);
});

test('a file the store refuses is named; what shared a transaction with it is stored all the same', async () => {
  const archive = await Archive.open();
  mkdirSync(archive.path('home'));
  const address = archive.path('home/stemma.db');
  const store = await openSqlite(address, { mode: 'write' });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const beside = new (loadSqlite().DatabaseSync)(address);
  beside.exec(
    `create trigger refuse before insert on file when new.path like '%/b.jsonl' begin select raise(abort, 'poisoned'); end`,
  );
  beside.close();
  for (const name of ['a', 'b', 'c']) archive.write(`sessions/${name}.jsonl`, fixedTest(name).toString());
  const report = await ingestFolder(store, archive.path('sessions'));
  expect(report.problems).toMatchObject([{ message: expect.stringMatching(/b\.jsonl .*poisoned/) }]);
  expect(report).toMatchObject({ files: 2, events: 18, lines: { mapped: 18 } });
  const { sessions } = await store.read.sessions({}, { limit: 5, offset: 0 });
  expect(sessions.map(({ uid, events }) => `${uid} ${events}`).sort()).toEqual(
    ['a', 'c'].map((name) => `claude:${uuid(name)} 9`).sort(),
  );
  expect(await store.read.check()).toEqual([]);
});
