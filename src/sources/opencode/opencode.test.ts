import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSqlite } from '../../platform/load-sqlite.ts';
import { ownFiles, peekAt, readLines } from '../fixtures.ts';
import type { OwnFile } from '../fixtures.ts';
import type { Draft, Reading } from '../source.ts';
import { openCode } from './index.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const folder = mkdtempSync(join(tmpdir(), 'stemma-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { container } = openCode;
const open = (path: string) => new (loadSqlite().DatabaseSync)(path);
const readingsOf = (file: OwnFile): readonly Reading[] =>
  readLines(openCode, openCode.identify(file.peek), file.records);
const draftsIn = (readings: readonly Reading[]): readonly Draft[] =>
  readings.flatMap((reading) => reading.drafts ?? []);

async function sessions(scenario: string): Promise<Map<string, readonly Draft[]>> {
  const files = await ownFiles(openCode, join(fixtures, scenario));
  return new Map(files.map((file) => [openCode.identify(file.peek).session, draftsIn(readingsOf(file))]));
}

/** What a file of the agent's would give, from its objects. */
function readingsFor(...objects: readonly object[]): readonly Reading[] {
  const heading = JSON.stringify({ opencode: 'events', session: 'ses_one', created: 1 });
  const lines = objects.map((object, seq) => JSON.stringify({ seq, ...object }));
  return readLines(openCode, openCode.identify(peekAt('x', `${heading}\n`)), [heading, ...lines]);
}
/** Its events, in whatever order they come. */
const essence = (drafts: readonly Draft[]) =>
  new Map(
    drafts
      .map(({ key, native, what, tokens, parent, turn }) => [key, { native, what, tokens, parent, turn }] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
const user = { type: 'message.updated.1', data: { info: { id: 'msg_1', role: 'user', time: { created: 1000 } } } };
const assistant = {
  type: 'message.updated.1',
  data: { info: { id: 'msg_2', role: 'assistant', parentID: 'msg_1', time: { created: 2000 } } },
};
const part = (id: string, messageID: string, more: object) => ({
  type: 'message.part.updated.1',
  data: { part: { id, messageID, ...more }, time: 3000 },
});
const bash = (state: object) =>
  part('prt_b', 'msg_2', {
    type: 'tool',
    tool: 'bash',
    callID: 'call_0123456789abcdef',
    state: { input: { command: 'ls' }, time: { start: 1, end: 2 }, ...state },
  });
const resultOf = (state: object) =>
  draftsIn(readingsFor(user, assistant, bash(state))).find(({ what }) => what.is === 'result')?.what;

describe('one session, whatever it is read from,', () => {
  test.each(['01-fix', '04-resume', '05-subagent'])(
    'has the same events in the database and in an export: %s',
    async (scenario) => {
      const exported = await sessions(`1.18.33-${scenario}-export`);
      for (const [uid, drafts] of await sessions(`1.18.33-${scenario}`))
        expect(essence(drafts), uid).toEqual(essence(exported.get(uid)!));
    },
  );

  test('has the same events with and without the log of changes', async () => {
    const without = await sessions('1.18.33-05-subagent-no-log');
    for (const [uid, drafts] of await sessions('1.18.33-05-subagent'))
      expect(essence(drafts), uid).toEqual(essence(without.get(uid)!));
  });

  test('has what was said before there was a log, when it was gone on with after', async () => {
    const whole = [...(await sessions('1.18.33-04-resume')).values()][0]!;
    const path = join(folder, 'older.db');
    cpSync(join(fixtures, '1.18.33-04-resume/opencode.db'), path);
    const database = open(path);
    const { id } = database.prepare('select id from session order by time_created').get()!;
    const { seq } = database
      .prepare("select min(seq) as seq from event where aggregate_id = ? and data like '%And the last commit?%'")
      .get(id!)!;
    database.prepare('delete from event where aggregate_id = ? and seq < ?').run(id!, Number(seq) - 1);
    database.close();
    const [file] = await ownFilesAt(path);
    expect(draftsIn(readingsOf(file!)).map(({ key }) => key)).toEqual(whole.map(({ key }) => key));
    expect(file!.records.filter(({ text }) => text.startsWith('{"row":"message"'))).toHaveLength(3);
  });
});

test('a call hangs on the words of its response, though they come when it runs already', () => {
  const words = (more: object) => part('prt_a', 'msg_2', { type: 'text', ...more });
  const drafts = draftsIn(
    readingsFor(
      user,
      part('prt_0', 'msg_1', { type: 'text', text: 'Fix it.' }),
      assistant,
      words({ text: '', time: { start: 5 } }),
      bash({ status: 'running' }),
      words({ text: 'Running it.', time: { start: 5, end: 6 } }),
      bash({ status: 'completed', output: 'ok' }),
    ),
  );
  const [prompt, call, message] = drafts;
  expect([message?.what, message?.parent]).toEqual([{ is: 'message', text: 'Running it.' }, prompt?.key]);
  expect([call?.what.is, call?.parent]).toEqual(['call', message?.key]);
});

test('the words of a prompt are known as such without the lines before', () => {
  const [reading] = readingsFor(part('prt_0', 'msg_1', { type: 'text', text: 'Fix it.' })).slice(-1);
  expect(reading?.drafts).toMatchObject([
    { native: 'msg_1', what: { is: 'prompt', text: 'Fix it.', origin: 'human' } },
  ]);
});

async function ownFilesAt(path: string): Promise<readonly OwnFile[]> {
  const own = join(folder, `case of ${path.replaceAll('/', '-')}`);
  mkdirSync(own);
  cpSync(path, join(own, 'any name'));
  return ownFiles(openCode, own);
}

describe('the database', () => {
  test('gives what is only in its write-ahead log, and is left as it was', async () => {
    const path = join(fixtures, '1.18.33-06-kill-at-kill');
    const [drafts] = [...(await sessions('1.18.33-06-kill-at-kill')).values()];
    expect(readFileSync(join(path, 'opencode.db')).length).toBeLessThan(1024);
    expect(drafts!.map(({ what }) => what.is)).toEqual(['prompt', 'call', 'message']);
    expect(readdirSync(path).sort()).toEqual(['expected.txt', 'opencode.db', 'opencode.db-wal']);
  });

  test('shows by size or time when a session has something new, and its lines only grow', async () => {
    const path = join(folder, 'growing.db');
    cpSync(join(fixtures, '1.18.33-01-fix/opencode.db'), path);
    const look = async () => {
      const [{ path: inner, ...mark }] = (await Array.fromAsync(container!.list(path))) as [
        { path: string; size: number; mtimeMs: number },
      ];
      return {
        mark,
        bytes: Buffer.concat(await Array.fromAsync(container!.bytes(inner, 0))),
        from: async (at: number) => Buffer.concat(await Array.fromAsync(container!.bytes(inner, at))),
      };
    };
    const before = await look();
    expect((await look()).mark).toEqual(before.mark);

    const database = open(path);
    const { id } = database.prepare('select id from session').get()!;
    database
      .prepare(
        "insert into event (id, aggregate_id, seq, type, data) values ('evt_new', ?, 1000, 'message.updated.1', '{}')",
      )
      .run(id!);
    database.close();
    const after = await look();
    expect(after.mark).not.toEqual(before.mark);
    expect(after.bytes.subarray(0, before.bytes.length).equals(before.bytes)).toBe(true);
    expect((await after.from(before.bytes.length)).toString()).toBe(
      '{"seq":1000,"type":"message.updated.1","id":"evt_new","data":{}}\n',
    );
  });

  test.each(['1.18.33-05-subagent', '1.18.33-05-subagent-no-log'])(
    'is never asked for credentials: %s',
    async (scenario) => {
      const path = join(folder, `signed-in ${scenario}.db`);
      cpSync(join(fixtures, scenario, 'opencode.db'), path);
      const database = open(path);
      database.exec(
        "create table account (id, access_token); insert into account values ('me', 'tok-secret'); create table credential (id, value); insert into credential values ('me', 'cred-secret')",
      );
      database.exec("alter table session add column share_secret; update session set share_secret = 'share-secret'");
      database.close();
      const files = await ownFilesAt(path);
      expect(files).toHaveLength(3);
      expect(JSON.stringify(files.map(({ records }) => records))).not.toContain('-secret');
    },
  );

  test('of another program is left alone', () => {
    const path = join(folder, 'other.db');
    const database = open(path);
    database.exec('create table session (id, name); create table message (id, text)');
    database.close();
    expect(container!.matches({ path, head: 'SQLite format 3\0', tail: '' })).toBe(false);
  });
});

describe('the database of the program written in Go', () => {
  test('has its sessions, a sub-agent under the call that started it, and none for titles', async () => {
    const files = await ownFiles(openCode, join(fixtures, 'by-hand-go'));
    expect(files.map(({ peek }) => openCode.identify(peek))).toMatchObject([
      { session: 'opencode:0c6f3a58-2f7e-4b1d-9a6e-5d1f0b7c2e91', begun: 1_746_000_000_000 },
      {
        session: 'opencode:call_agent_a1b2c3d4e5f6',
        parent: { relation: 'subagent', call: 'call_agent_a1b2c3d4e5f6' },
      },
    ]);
  });

  test('says how its calls and responses ended', async () => {
    const [drafts] = [...(await sessions('by-hand-go')).values()];
    expect(drafts!.flatMap(({ what }) => (what.is === 'result' ? [[what.status, what.exitCode]] : []))).toEqual([
      ['ok', undefined],
      ['ok', 1],
      ['ok', undefined],
      ['denied', undefined],
    ]);
    expect(
      drafts!.flatMap(({ what }) => (what.is === 'intervention' || what.is === 'failure' ? [what.text] : [])),
    ).toEqual(['Request cancelled', 'Quota exceeded: 429']);
  });
});

describe('the tree of files', () => {
  const tree = join(fixtures, '1.1.65-01-fix/storage');
  const head = readdirSync(join(tree, 'session'), { recursive: true, withFileTypes: true }).find((entry) =>
    entry.isFile(),
  )!;

  test('is noticed when a part deep inside it is rewritten', async () => {
    const copy = join(folder, 'tree');
    cpSync(tree, copy, { recursive: true });
    const path = join(copy, 'session', head.parentPath.split('/').at(-1)!, head.name);
    const [before] = await Array.fromAsync(container!.list(path));
    const part = readdirSync(join(copy, 'part'), { recursive: true, withFileTypes: true }).find((entry) =>
      entry.isFile(),
    )!;
    writeFileSync(join(part.parentPath, part.name), '{"id":"prt_changed"}');
    const [after] = await Array.fromAsync(container!.list(path));
    expect(after).not.toEqual(before);
  });

  test('is no session when only its head is there', async () => {
    const alone = join(folder, 'alone.json');
    cpSync(join(head.parentPath, head.name), alone);
    expect(container!.matches(peekAt(alone, readFileSync(alone, 'utf8')))).toBe(true);
    expect(await Array.fromAsync(container!.list(alone))).toEqual([]);
  });

  test('brings the files that belong to it', async () => {
    const path = join(head.parentPath, head.name);
    const [inner] = await Array.fromAsync(container!.list(path));
    const session = `opencode:${inner!.path.split('#')[1]!}` as const;
    const sideFiles = await Array.fromAsync(
      openCode.sideFiles!({ path: inner!.path, identity: { session: session as never } }),
    );
    expect(sideFiles.filter((file) => existsSync(file)).map((file) => file.slice(tree.length))).toEqual([
      `/session_diff/${session.slice('opencode:'.length)}.json`,
    ]);
  });
});

test('an output too long for its message is kept with the session', async () => {
  const path = join(fixtures, '1.18.33-10-compact/opencode.db');
  const [inner] = await Array.fromAsync(container!.list(path));
  const [spilled] = await Array.fromAsync(
    openCode.sideFiles!({
      path: inner!.path,
      identity: { session: `opencode:${inner!.path.split('#')[1]!}` as never },
    }),
  );
  expect(readFileSync(spilled!, 'utf8')).toContain('1 2 3 4 5');
});

describe('a call', () => {
  test('is emitted when it runs and not while the model is writing it; its growing output is nothing new', () => {
    const readings = readingsFor(
      user,
      assistant,
      bash({ status: 'pending' }),
      bash({ status: 'running' }),
      bash({ status: 'running', metadata: { output: 'a' } }),
      bash({ status: 'completed', output: 'ab' }),
    );
    expect(readings.slice(3).map((reading) => (reading.drafts ?? []).map(({ what }) => what.is))).toEqual([
      [],
      ['call'],
      [],
      ['result'],
    ]);
  });

  test.each([
    [
      'has the exit code of its command, though it is called completed',
      { status: 'completed', output: '', metadata: { exit: 1 } },
      { exitCode: 1, status: 'ok' },
    ],
    [
      'that a person stopped is interrupted',
      {
        status: 'completed',
        output: 'x\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>',
        metadata: { exit: null },
      },
      { status: 'interrupted' },
    ],
    [
      'whose output only mentions stopping is not',
      { status: 'completed', output: 'grep: User aborted the command', metadata: { exit: 0 } },
      { exitCode: 0, status: 'ok' },
    ],
    [
      'that ran too long failed',
      {
        status: 'completed',
        output: '<shell_metadata>\nshell tool terminated command after exceeding timeout 1000 ms\n</shell_metadata>',
        metadata: {},
      },
      { status: 'failed' },
    ],
    [
      'that was not allowed is denied',
      { status: 'error', error: 'The user rejected permission to use this specific tool call.' },
      { status: 'denied' },
    ],
    [
      'that went wrong failed',
      { status: 'error', error: 'File not found' },
      { status: 'failed', output: 'File not found' },
    ],
  ])('%s', (_, state, result) => {
    expect(resultOf(state)).toMatchObject(result);
  });

  test('of a tool that does not exist has the name the model called, and failed', () => {
    const drafts = draftsIn(
      readingsFor(
        user,
        assistant,
        part('prt_x', 'msg_2', {
          type: 'tool',
          tool: 'invalid',
          callID: 'call_0123456789abcdef',
          state: { status: 'completed', input: { tool: 'fly' }, output: 'no' },
        }),
      ),
    );
    expect(drafts.map(({ what }) => what)).toMatchObject([
      { is: 'call', tool: 'fly' },
      { is: 'result', status: 'failed' },
    ]);
  });

  test('has a name of its own where the model counts its calls anew in each response', () => {
    const counted = (id: string, message: string) =>
      part(id, message, {
        type: 'tool',
        tool: 'read',
        callID: 'functions.read:0',
        state: { status: 'running', input: {} },
      });
    const later = {
      type: 'message.updated.1',
      data: { info: { id: 'msg_3', role: 'assistant', parentID: 'msg_1', time: { created: 4000 } } },
    };
    const drafts = draftsIn(readingsFor(user, assistant, counted('prt_1', 'msg_2'), later, counted('prt_2', 'msg_3')));
    expect(new Set(drafts.map(({ key }) => key)).size).toBe(2);
    expect(drafts.map(({ native }) => native)).toEqual(['functions.read:0', 'functions.read:0']);
  });
});

describe('a prompt', () => {
  const words = (id: string, text: string, more = {}) => part(id, 'msg_1', { type: 'text', text, ...more });
  const last = (...parts: readonly object[]) => draftsIn(readingsFor(user, ...parts)).at(-1);

  test('is what the person wrote, all of it, with the names of the attached files', () => {
    const file = part('prt_2', 'msg_1', { type: 'file', filename: 'cart.png', mime: 'image/png' });
    expect(last(words('prt_1', 'Look at this'), file, words('prt_3', 'and at that'))).toMatchObject({
      fuller: true,
      what: { text: 'Look at this\nand at that\n[attachment cart.png]', origin: 'human' },
    });
  });

  test('is the person’s, also when the program put the text of a file before it', () => {
    expect(
      last(words('prt_1', 'Called the Read tool with …', { synthetic: true }), words('prt_2', 'Explain it.')),
    ).toMatchObject({ fuller: true, what: { text: 'Explain it.', origin: 'human' } });
  });

  test('that the program wrote alone is the program’s', () => {
    expect(last(words('prt_1', 'Continue if you have next steps', { synthetic: true }))).toMatchObject({
      what: { origin: 'harness' },
    });
  });
});

describe('a text', () => {
  const text = (words: string, end?: number) =>
    part('prt_t', 'msg_2', { type: 'text', text: words, time: { start: 2100, ...(end !== undefined && { end }) } });

  test('that is still written is emitted once, and again when it is done', () => {
    const drafts = draftsIn(readingsFor(user, assistant, text(''), text('He'), text('Hell'), text('Hello', 2200)));
    expect(drafts.map(({ what, fuller }) => [(what as { text: string }).text, fuller])).toEqual([
      ['He', undefined],
      ['Hello', true],
    ]);
  });

  test('has another name than a second one of the same millisecond', () => {
    const second = part('prt_u', 'msg_2', { type: 'text', text: 'And.', time: { start: 2100, end: 2200 } });
    expect(draftsIn(readingsFor(user, assistant, text('Hello', 2200), second)).map(({ key }) => key)).toEqual([
      'text@2000.2100',
      'text@2000.2100~2',
    ]);
  });
});

test('what a response used is counted once, with the thoughts among the output', () => {
  const finish = {
    type: 'step-finish',
    tokens: { total: 118, input: 10, output: 5, reasoning: 3, cache: { read: 100, write: 0 } },
  };
  const drafts = draftsIn(readingsFor(user, assistant, part('prt_f', 'msg_2', finish)));
  expect(drafts.map(({ tokens }) => tokens)).toEqual([{ input: 10, output: 8, cache_read: 100, cache_write: 0 }]);
});

test('an error of the service fails the session until it goes on', () => {
  const failed = {
    type: 'message.updated.1',
    data: {
      info: { ...assistant.data.info, error: { name: 'APIError', data: { message: 'Overloaded', statusCode: 529 } } },
    },
  };
  const next = { type: 'message.updated.1', data: { info: { ...assistant.data.info, id: 'msg_9' } } };
  const readings = readingsFor(user, failed, next);
  expect(draftsIn(readings)).toMatchObject([
    { what: { is: 'failure', type: 'api_error', text: 'Overloaded (HTTP 529)' } },
  ]);
  expect(readings.flatMap(({ sessions: known = [] }) => known).flatMap(({ outcome }) => outcome ?? [])).toEqual([
    'failed',
    'unknown',
  ]);
});

test('a kind of event nobody knows is kept raw, with the version that wrote it', () => {
  const created = {
    type: 'session.created.1',
    data: { info: { id: 'ses_one', version: '9.9', title: 'New session - 2030-01-01T00:00:00.000Z' } },
  };
  const readings = readingsFor(
    created,
    { type: 'session.next.step.2', data: {} },
    part('prt_1', 'msg_1', { type: 'hologram' }),
  );
  expect(readings.slice(2).map(({ unknown }) => unknown)).toEqual([
    { kind: 'session.next.step.2', version: '9.9' },
    { kind: 'message.part.updated.1/hologram', version: '9.9' },
  ]);
  expect(readings.flatMap(({ sessions: known = [] }) => known).some(({ title }) => title !== undefined)).toBe(false);
});

describe('the log of the program', () => {
  const at = (second: number) => new Date(1_794_000_000_000 + second * 1000).toISOString();
  const line = (second: number, message: string, more = '') =>
    `timestamp=${at(second)} level=INFO run=c56591a2 message=${message} session.id=ses_one ${more}small=false agent=build`;
  const failed = (second: number, words: string) =>
    `${line(second, '"stream error"')} error.error="AI_APICallError: ${words}"`;
  const readLog = async (...lines: readonly string[]) => {
    const path = join(folder, 'opencode.log');
    writeFileSync(path, [`timestamp=${at(0)} level=INFO run=c56591a2 message=init`, ...lines, ''].join('\n'));
    const inner = await Array.fromAsync(container!.list(path));
    const bytes =
      inner.length === 0 ? '' : Buffer.concat(await Array.fromAsync(container!.bytes(inner[0]!.path, 0))).toString();
    const identity = openCode.identify(peekAt(path, bytes));
    return { identity, drafts: draftsIn(readLines(openCode, identity, bytes.split('\n').slice(0, -1))) };
  };

  test('gives requests that were made again, and leaves the last failure to the session itself', async () => {
    const { identity, drafts } = await readLog(
      line(1, 'process'),
      line(2, 'stream'),
      failed(3, 'Overloaded'),
      line(4, 'stream'),
      failed(5, 'say \\"please\\"'),
      line(6, 'stream'),
      failed(7, 'No more'),
    );
    expect(identity).toMatchObject({ session: 'opencode:ses_one', secondary: true });
    expect(
      drafts.map(({ what, at: when }) => [(what as { text: string }).text, new Date(when!).toISOString()]),
    ).toEqual([
      ['Overloaded (attempt 1)', at(3)],
      ['say "please" (attempt 2)', at(5)],
    ]);
  });

  test('counts the tries of each response anew, and not those for a title', async () => {
    const title = failed(2, 'No title').replace('small=false', 'small=true');
    const { drafts } = await readLog(
      line(1, 'stream'),
      title,
      line(3, 'stream'),
      failed(4, 'Busy'),
      line(5, 'process'),
      line(6, 'stream'),
      failed(7, 'Busy'),
      line(8, 'stream'),
    );
    expect(drafts.map(({ what }) => (what as { text: string }).text)).toEqual(['Busy (attempt 1)']);
  });

  test('says nothing of a session all went well in', async () => {
    expect(
      (await readLog(line(1, 'process'), line(2, 'stream'), line(3, 'process'), line(4, 'stream'))).drafts,
    ).toEqual([]);
    expect(await Array.fromAsync(container!.list(join(folder, 'opencode.log')))).toEqual([]);
  });
});

test('its places and files are found where the machine says', async () => {
  const home = join(folder, 'home');
  const data = join(home, '.local/share/opencode');
  mkdirSync(join(data, 'storage/session/p'), { recursive: true });
  mkdirSync(join(data, 'log'));
  for (const name of [
    'opencode.db',
    'opencode.db-wal',
    'opencode-dev.db',
    'auth.json',
    'log/opencode.log',
    'storage/session/p/ses_1.json',
  ])
    writeFileSync(join(data, name), '');
  expect(openCode.places!({ home, env: {} })[0]).toBe(join(data, 'opencode.db'));
  const found = await Array.fromAsync(openCode.discover({ home, env: {} }));
  expect(found.map((path) => path.slice(data.length + 1))).toEqual([
    'opencode-dev.db',
    'opencode.db',
    'log/opencode.log',
    'storage/session/p/ses_1.json',
  ]);
  expect(await Array.fromAsync(openCode.discover({ home: join(folder, 'nobody'), env: {} }))).toEqual([]);
});

describe('what is restored', () => {
  const restored = async (path: string) => {
    const found = await Array.fromAsync(container!.list(path));
    return Promise.all(
      found.map(async (one) =>
        container!.exported!(
          Buffer.concat(await Array.fromAsync(container!.bytes(one.path, 0)))
            .toString()
            .trimEnd()
            .split('\n'),
        ),
      ),
    );
  };
  const ownExport = (scenario: string, name: string) =>
    readFileSync(join(fixtures, `1.18.33-${scenario}-export`, `export-${name}`), 'utf8');

  test.each(['01-fix', '04-resume', '05-subagent'])('is what the agent exports: %s', async (scenario) => {
    const files = await restored(join(fixtures, `1.18.33-${scenario}/opencode.db`));
    expect(files).toHaveLength(readdirSync(join(fixtures, `1.18.33-${scenario}-export`)).length - 1);
    // The log has the fields of an object in another order.
    for (const file of files)
      expect(JSON.parse(file!.text), file!.name).toEqual(JSON.parse(ownExport(scenario, file!.name)));
  });

  test('is what the agent exports, byte for byte, where there is no log', async () => {
    const files = await restored(join(fixtures, '1.18.33-05-subagent-no-log/opencode.db'));
    expect(files).toHaveLength(3);
    for (const file of files) expect(file!.text).toBe(ownExport('05-subagent', file!.name));
  });

  test.each(readdirSync(fixtures).filter((name) => !name.endsWith('-export') && !name.includes('go')))(
    'gives the same events again: %s',
    async (scenario) => {
      const own = join(folder, `restored ${scenario}`);
      mkdirSync(own);
      const files = await ownFiles(openCode, join(fixtures, scenario));
      const sessions = files.filter(({ peek }) => !openCode.identify(peek).secondary);
      for (const { records } of sessions) {
        const { name, text } = container!.exported!(records.map((record) => record.text))!;
        writeFileSync(join(own, name), text);
      }
      const again = new Map(
        (await ownFiles(openCode, own)).map((file) => [openCode.identify(file.peek).session, file]),
      );
      expect(again.size).toBe(sessions.length);
      for (const file of sessions) {
        const { session, ...rest } = openCode.identify(file.peek);
        expect(openCode.identify(again.get(session)!.peek)).toEqual({ session, ...rest });
        expect(essence(draftsIn(readingsOf(again.get(session)!)))).toEqual(essence(draftsIn(readingsOf(file))));
      }
    },
  );

  test('has nothing of what was undone', () => {
    const heading = JSON.stringify({ opencode: 'events', session: 'ses_one', created: 1 });
    const one = [
      user,
      assistant,
      part('prt_a', 'msg_2', { type: 'text', text: 'Hi' }),
      part('prt_b', 'msg_2', { type: 'text', text: 'No' }),
    ];
    const undone = [
      { type: 'message.part.removed.1', data: { messageID: 'msg_2', partID: 'prt_b' } },
      { type: 'message.removed.1', data: { messageID: 'msg_1' } },
    ];
    const { text } = container!.exported!([
      heading,
      ...[...one, ...undone].map((event, seq) => JSON.stringify({ seq, ...event })),
    ])!;
    expect(JSON.parse(text)).toMatchObject({ messages: [{ info: { id: 'msg_2' }, parts: [{ id: 'prt_a' }] }] });
  });

  test('stays lines where the agent has no export: its log, and the program written in Go', async () => {
    const logs = await restored(join(fixtures, '1.18.33-07-apierror/log/opencode.log.txt'));
    const go = await restored(join(fixtures, 'by-hand-go/opencode.db'));
    expect([logs.length, go.length].every((found) => found > 0)).toBe(true);
    expect([...logs, ...go]).toEqual([...logs, ...go].fill(undefined));
  });
});
