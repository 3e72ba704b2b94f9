import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventId, eventKey, treeKey, type SessionUid } from '../../model/ids.ts';
import { batchOf, failedTest, message, other, piece, range, uid } from '../contract-tests/cast.ts';
import { migrate, migrations } from './migrate.ts';
import type { OpenOptions } from './connect/options.ts';
import { openSqlite } from './open.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stemma-open-'));
  path = join(folder, 'home', 'stemma.db');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('privacy', () => {
  test("every file is the user's alone, whatever the umask", async () => {
    const before = process.umask(0);
    try {
      await using store = await openSqlite(path, { mode: 'write' });
      await store.write.commit(failedTest());
      await store.read.backup(join(folder, 'home', 'copy.db'));
      const modes = readdirSync(join(folder, 'home')).map((name) => [name, mode(join(folder, 'home', name))]);
      expect(modes.map(([name]) => name)).toEqual(
        expect.arrayContaining(['stemma.db', 'stemma.db-wal', 'stemma.db-shm', 'copy.db']),
      );
      expect(modes.filter(([, bits]) => bits !== '600')).toEqual([]);
      expect(mode(join(folder, 'home'))).toBe('700');
    } finally {
      process.umask(before);
    }
  });

  test('what was forgotten is in none of the files any more', async () => {
    await using store = await openSqlite(path, { mode: 'write' });
    const secret = 'zanzibarquokka';
    // Among many others: FTS5 cleans up by itself when much of its content was deleted.
    const ofOther = range(500).map((n) =>
      message(`o${n}`, { session: other, key: eventKey(other, `o${n}`), search: `other words ${n}` }),
    );
    await store.write.commit(batchOf({ uid: other, tree: treeKey(other), path: '/o.jsonl', events: ofOther }));
    for (const round of range(10)) {
      await store.write.commit(
        batchOf({
          offset: round + 1,
          session: { title: secret, cwd: `/home/${secret}` },
          events: failedTest().events.map((event) => ({
            ...event,
            key: event.key + round,
            summary: `${secret} ${round}`,
            search: `${secret} said`,
          })),
          pieces: [piece(round * 100, `${secret} ${round}`.padEnd(100, '.'))],
          bytes: 100 * (round + 1),
        }),
      );
    }
    // A cause in one session may be stored with its effect in another.
    const theirs = { tree: treeKey(other), event: eventKey(other, 'o7') };
    await store.write.commit({
      ...batchOf({ uid: other, tree: theirs.tree, path: '/o.jsonl', offset: 20 }),
      edges: [
        {
          cause: { tree: treeKey(uid), event: failedTest().events[0]!.key + 3 },
          effect: theirs,
          types: ['informed'],
          basis: 'inferred',
          confidence: 0.9,
          evidence: [`it showed ${secret}`],
        },
      ],
    });
    expect(await store.read.causes([theirs])).toHaveLength(1);
    expect(inAnyFile(secret)).toBe(true);
    await store.write.forget([uid]);
    expect(inAnyFile(secret)).toBe(false);
  });
});

test('a store killed before it was swept is swept by the next run', async () => {
  await using store = await openSqlite(path, { mode: 'write' });
  await store.write.commit(batchOf({ session: { title: 'zanzibarquokka' } }));
  const shell = new DatabaseSync(path);
  shell.exec(`delete from session; insert into meta values ('traces-left', 'yes')`);
  shell.close();
  await store.write.settle();
  expect(inAnyFile('zanzibarquokka')).toBe(false);
  expect(await store.read.meta('traces-left')).toBeUndefined();
});

describe('opening', () => {
  test('reading where there is no store answers like an empty one and makes none', async () => {
    await using store = await openSqlite(path, { mode: 'read' });
    expect((await store.read.sessions({}, { limit: 1, offset: 0 })).total).toBe(0);
    expect(store).not.toHaveProperty('write');
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('a store that is just being made reads like an empty one', async () => {
    mkdirSync(join(folder, 'home'));
    const maker = new DatabaseSync(path);
    maker.exec('pragma journal_mode = wal; create table half_way (a); drop table half_way');
    await using store = await openSqlite(path, { mode: 'read' });
    expect((await store.read.sessions({}, { limit: 1, offset: 0 })).total).toBe(0);
    maker.close();
  });

  test('readers read while another writes, and have nothing to write with', async () => {
    await using writer = await openSqlite(path, { mode: 'write' });
    await using reader = await openSqlite(path, { mode: 'read' });
    await writer.write.commit(failedTest());
    expect(await reader.read.countEvents(uid)).toBe(4);
    expect(reader).not.toHaveProperty('write');
  });

  test('a second writer waits for the first, and says so', async () => {
    const first = await openSqlite(path, { mode: 'write' });
    let waited = 0;
    const second = openSqlite(path, { mode: 'write', onWait: () => (waited += 1) });
    await expect(Promise.race([second, later('still waiting', 200)])).resolves.toBe('still waiting');
    await first.write.commit(failedTest());
    await first[Symbol.asyncDispose]();
    await using store = await second;
    expect(waited).toBe(1);
    expect(await store.read.countEvents(uid)).toBe(4);
  });

  test('a writer that waits in vain gives up', async () => {
    await using _first = await openSqlite(path, { mode: 'write' });
    expect(await codeOf(path, { mode: 'write', waitMs: 100 })).toBe('store-busy');
  });

  test('a store that someone else holds locked is busy, not broken', async () => {
    await using store = await openSqlite(path, { mode: 'write', busyMs: 50 });
    const shell = new DatabaseSync(path);
    shell.exec('begin immediate');
    await expect(store.write.commit(failedTest())).rejects.toMatchObject({ code: 'store-busy' });
    shell.close();
    await store.write.commit(failedTest());
    expect(await store.read.countEvents(uid)).toBe(4);
  });

  test('edges that an older stemma recorded are still there, and it is known that a rebuild would find more', async () => {
    const older = new DatabaseSync(':memory:');
    migrate(older, migrations.slice(0, 2));
    const [cause, effect] = [1, 2].map((seq) => ({ tree: 7, event: 100 + seq }));
    older.exec(
      `insert into session (tree, session, uid, source, native, workspace, events) values (7, 1, 'claude:one', 'claude-code', 'one', 'local', 2)`,
    );
    for (const { event } of [cause!, effect!]) {
      older.exec(
        `insert into event (tree, session, seq, id, kind, failed, summary, file, version, offset, length, line) values (7, 1, ${event - 100}, ${event}, 1, 0, '', 1, 0, 0, 1, 1)`,
      );
    }
    older.exec(
      `insert into edge values (7, 102, 7, 101, 'continued', 'recorded', 1.0, '["compacted","here"]', 9), (7, 102, 8, 55, 'spawned', 'recorded', 1.0, '[]', 9)`,
    );
    mkdirSync(join(folder, 'home'));
    older.exec(`vacuum into '${path}'`);
    older.close();

    await using store = await openSqlite(path, { mode: 'read' });
    const edges = await store.read.causes([effect!]);
    expect(edges).toHaveLength(2);
    expect(edges).toContainEqual({
      cause: eventId(cause!),
      effect: eventId(effect!),
      types: ['continued'],
      basis: 'recorded',
      confidence: 1,
      evidence: ['compacted', 'here'],
    });
    expect(edges).toContainEqual(
      expect.objectContaining({ cause: eventId({ tree: 8, event: 55 }), types: ['spawned'], evidence: [] }),
    );
    expect(await store.read.check()).toEqual([]);
    expect(await store.read.meta('outdated')).toBeTruthy();
  });

  test('outcomes and manual entries that an older stemma stored have the names of today', async () => {
    const older = new DatabaseSync(':memory:');
    migrate(older, migrations.slice(0, 8));
    older.exec(`
      update code set word = 'told' where field = 'chain_basis' and code = 2;
      insert into session (tree, session, uid, source, native, workspace, events, outcome, judged, unanalyzed) values
        (7, 1, 'claude:one', 'claude-code', 'one', 'local', 0, 'fail', null, 0),
        (8, 1, 'claude:two', 'claude-code', 'two', 'local', 0, 'unknown', 'fail', 0);
      insert into invocation (tree, invocation, told, what, skill, alternatives, follow_ups)
        values (7, 1, 1, 'told', 'review', '', '');
    `);
    const digest = { session: 'claude:two', outcome: { what: 'fail', reason: 'its tests failed', step: null } };
    older.prepare('insert into digest values (8, 1, ?)').run(zstdCompressSync(JSON.stringify(digest)));
    mkdirSync(join(folder, 'home'));
    older.exec(`vacuum into '${path}'`);
    older.close();

    await using store = await openSqlite(path, { mode: 'read' });
    const { sessions: failed } = await store.read.sessions({ outcome: 'failed' }, { limit: 9, offset: 0 });
    expect(failed.map((session) => [session.uid, session.outcome]).sort(([a], [b]) => (a! < b! ? -1 : 1))).toEqual([
      ['claude:one', 'failed'],
      ['claude:two', 'failed'],
    ]);
    expect((await store.read.digest('claude:two' as SessionUid))?.outcome.what).toBe('failed');
    expect(await store.read.invocation({ tree: 7, invocation: 1 })).toMatchObject({ what: 'manual', basis: 'manual' });
    using now = new DatabaseSync(path, { readOnly: true });
    expect(now.prepare(`select word from code where field = 'chain_basis' order by code`).all()).toMatchObject([
      { word: 'mined' },
      { word: 'manual' },
    ]);
  });

  test('a new store is not outdated', async () => {
    await using store = await openSqlite(path, { mode: 'write' });
    expect(await store.read.meta('outdated')).toBeUndefined();
  });

  test('a store of a newer stemma is refused and left as it is', async () => {
    await (await openSqlite(path, { mode: 'write' }))[Symbol.asyncDispose]();
    const newer = new DatabaseSync(path);
    newer.exec(`insert into migration values ('9999-from-the-future')`);
    newer.close();
    const before = readFileSync(path);
    expect(await codeOf(path, { mode: 'read' })).toBe('store-too-new');
    expect(await codeOf(path, { mode: 'write' })).toBe('store-too-new');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test.each([
    ['is no database', () => writeFileSync(path, 'this is not a database, whatever its name says\n'.repeat(100))],
    ['is cut short', () => truncateSync(path, 5_000)],
    ['has a page overwritten', () => overwrite(path)],
    ["is somebody else's database", () => makeForeign(path)],
  ])('a file that %s is damaged and left as it is', async (_, damage) => {
    const store = await openSqlite(path, { mode: 'write' });
    await store.write.commit(failedTest());
    await store[Symbol.asyncDispose]();
    damage();
    const before = readFileSync(path);
    const read = async (): Promise<unknown> => {
      await using damaged = await openSqlite(path, { mode: 'read' });
      const problems = await damaged.read.check();
      return problems.length === 0 ? 'whole' : await damaged.read.sessions({}, { limit: 10, offset: 0 });
    };
    expect(await read().catch((error: unknown) => error)).toMatchObject({
      code: 'store-damaged',
      hint: expect.stringContaining('left as it is'),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('a store that cannot be opened says so', async () => {
    mkdirSync(path, { recursive: true });
    expect(await codeOf(path, { mode: 'read' })).toBe('store-unwritable');
    expect(await codeOf(path, { mode: 'write' })).toBe('store-unwritable');
    writeFileSync(join(folder, 'file'), '');
    expect(await codeOf(join(folder, 'file', 'stemma.db'), { mode: 'write' })).toBe('store-unwritable');
  });
});

describe('a backup', () => {
  test('is a whole store of its own, also while another writes', async () => {
    await using store = await openSqlite(path, { mode: 'write' });
    await store.write.commit(failedTest());
    const copy = join(folder, 'copies', 'copy.db');
    {
      await using reader = await openSqlite(path, { mode: 'read' });
      await reader.read.backup(copy);
    }
    await store.write.forget([uid]);
    await using restored = await openSqlite(copy, { mode: 'write' });
    expect(await restored.read.countEvents(uid)).toBe(4);
    expect((await restored.read.search({ text: 'failing', limit: 5 })).total).toBe(1);
    expect(await restored.read.check()).toEqual([]);
  });

  test('never overwrites a file', async () => {
    await using store = await openSqlite(path, { mode: 'write' });
    writeFileSync(join(folder, 'mine'), 'precious');
    await expect(store.read.backup(join(folder, 'mine'))).rejects.toMatchObject({ code: 'would-overwrite' });
    expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('precious');
  });
});

test('a full disk keeps what was there and lets the next try succeed', async () => {
  await using store = await openSqlite(path, { mode: 'write' });
  await store.write.commit(failedTest());
  const { Connection } = await import('./connect/connection.ts');
  const { sqliteWriter } = await import('./writer.ts');
  const db = new DatabaseSync(path);
  const connection = new Connection(path, db);
  const pages = (db.prepare('pragma page_count').get() as { page_count: number }).page_count;
  db.exec(`pragma max_page_count = ${pages + 1}`);
  const big = batchOf({
    offset: 50,
    pieces: [
      piece(
        10,
        range(20_000)
          .map((n) => `${n * 7919}`)
          .join(' '),
      ),
    ],
    bytes: 10,
  });
  await expect(sqliteWriter(connection).commit(big)).rejects.toMatchObject({
    code: 'disk-full',
    hint: expect.stringContaining('goes on'),
  });
  expect(await store.read.countEvents(uid)).toBe(4);
  expect(await store.read.check()).toEqual([]);

  db.exec('pragma max_page_count = 100000');
  await sqliteWriter(connection).commit(big);
  connection.close();
  expect((await store.read.pieces('/s.jsonl', 0)).length).toBe(2);
});

test.skipIf(!canMount())('a disk that is really full loses nothing', async () => {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]);
  try {
    await using store = await openSqlite(join(disk, 'stemma.db'), { mode: 'write' });
    const fill = async (): Promise<never> => {
      for (let kept = 0; ; kept += 1) {
        const bytes = randomBytes(100_000).toString('base64');
        await store.write.commit(
          batchOf({
            offset: 10 + kept,
            pieces: [piece(kept * bytes.length, bytes)],
            bytes: (kept + 1) * bytes.length,
            events: range(100).map((n) => message(`${kept}-${n}`, { search: `word${n}` })),
          }),
        );
      }
    };
    await expect(fill()).rejects.toMatchObject({ code: 'disk-full' });
    expect(await store.read.countEvents(uid)).toBeGreaterThan(0);
    expect(await store.read.check()).toEqual([]);
  } finally {
    execFileSync('umount', [disk]);
  }
});

test.skipIf(!canMount())(
  'a disk without room for an empty store is reported as full, however little it has',
  async () => {
    const disk = join(folder, 'small');
    mkdirSync(disk);
    const codes = new Set<string | undefined>();
    for (let room = 16; room <= 800; room += 32) {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${room}k`, 'tmpfs', disk]);
      try {
        const store = await openSqlite(join(disk, 'stemma.db'), { mode: 'write' }).catch((error: unknown) => error);
        codes.add((store as { code?: string }).code);
        await (store as Partial<AsyncDisposable>)[Symbol.asyncDispose]?.();
      } finally {
        execFileSync('umount', [disk]);
      }
    }
    expect([...codes].filter((code) => code !== 'disk-full')).toEqual([undefined]);
  },
);

/** Needs the right to mount, which root in a container has. */
function canMount(): boolean {
  const disk = mkdtempSync(join(tmpdir(), 'stemma-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
    execFileSync('umount', [disk]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(disk, { recursive: true });
  }
}

function mode(of: string): string {
  return (statSync(of).mode & 0o777).toString(8);
}

function inAnyFile(text: string): boolean {
  return readdirSync(join(folder, 'home')).some((name) => readFileSync(join(folder, 'home', name)).includes(text));
}

async function codeOf(at: string, options: OpenOptions): Promise<string | undefined> {
  const error: unknown = await openSqlite(at, options).catch((thrown: unknown) => thrown);
  return (error as { readonly code?: string }).code;
}

function overwrite(at: string): void {
  const bytes = readFileSync(at);
  bytes.fill(0xa5, 4096);
  writeFileSync(at, bytes);
}

function makeForeign(at: string): void {
  rmSync(at);
  const db = new DatabaseSync(at);
  db.exec('create table recipe (name text)');
  db.close();
}

async function later<Value>(value: Value, ms: number): Promise<Value> {
  const { setTimeout } = await import('node:timers/promises');
  return await setTimeout(ms, value);
}
