import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { recordJudgement } from '../../src/entries/record-judgement.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import { copyArchive, type CopyOptions, type CopyReport } from '../../src/store/copy/copy-archive.ts';
import { openEnds } from '../../src/store/open-ends.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoreMode } from '../../src/store/store.ts';
import { ingestFolder } from '../support/archive.ts';
import { putManualEntries } from '../support/manual-entries.ts';
import { freshDatabase } from '../support/postgres.ts';
import { fixedTest, longSession } from '../support/transcript.ts';
import { programEnv } from '../support/program-env.ts';

const folder = mkdtempSync(join(tmpdir(), 'stemma-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const home = join(folder, 'home');
const clock = () => Date.parse('2027-01-01T00:00:00Z');
const open = <Mode extends StoreMode>(address: string, mode: Mode) => openStore(address, { mode, home });

async function copy(from: string, to: string, options: CopyOptions = {}): Promise<CopyReport> {
  const { source, target } = await openEnds({ from, to, home });
  try {
    return await copyArchive(source, target, options);
  } finally {
    await source[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  }
}

function writeHistory(name: string, sessions: number): string {
  const history = join(folder, name);
  mkdirSync(history);
  // Of one there is more than a page.
  if (name === 'ann') writeFileSync(join(history, 'long.jsonl'), longSession('a long one', 600).toString());
  for (let i = 0; i < sessions; i += 1)
    writeFileSync(join(history, `${i}.jsonl`), longSession(`${name} ${i}`, 20).toString());
  writeFileSync(join(history, 'fixed.jsonl'), fixedTest(`${name} fixed`).toString());
  return history;
}

async function archiveOf(name: string, sessions: number): Promise<string> {
  const path = join(folder, `${name}.db`);
  await using store = await open(path, 'write');
  await ingestFolder(store, writeHistory(name, sessions), { clock });
  return path;
}

test('a judgement goes along, in both directions', { timeout: 60_000 }, async () => {
  const [from, url, back] = [await archiveOf('judged', 1), await freshDatabase(), join(folder, 'judged-back.db')];
  let uid: SessionUid;
  {
    await using store = await open(from, 'write');
    uid = (await store.read.sessions({}, { limit: 1, offset: 0 })).sessions[0]!.uid;
    const answers = ['{"causes": {"C2": [["C1", "informed"]]}, "outcome": {"what": "failed", "why": "it broke"}}'];
    await recordJudgement.run({ store, clock }, { session: uid, answers, model: 'tester' });
  }
  expect((await copy(from, url)).trees).toMatchObject({ different: 0 });
  expect((await copy(url, back)).trees).toMatchObject({ different: 0 });
  await using team = await open(url, 'read');
  await using again = await open(back, 'read');
  for (const { read } of [team, again]) {
    expect(await read.judgement(uid)).toMatchObject({ model: 'tester', outcome: { what: 'failed' } });
    expect(await read.session(uid)).toMatchObject({ judged_by: 'tester', outcome: 'failed' });
    expect(await read.check()).toEqual([]);
  }
});

test(
  'archives of several people go into one; sessions that differ are left alone, reported, and replaced on request',
  { timeout: 120_000 },
  async () => {
    const [ann, bob, url] = [await archiveOf('ann', 3), await archiveOf('bob', 2), await freshDatabase()];
    {
      await using store = await open(ann, 'write');
      // PostgreSQL's text has no NUL, and what stands for it there is the same.
      await putManualEntries(store, 'told\0 by hand');
    }
    expect(await copy(ann, url)).toMatchObject({ trees: { copied: 6, different: 0 } });
    expect((await copy(bob, url)).trees).toMatchObject({ total: 3, copied: 3 });
    {
      await using team = await open(url, 'read');
      const { sessions } = await team.read.sessions({}, { limit: 99, offset: 0 });
      expect(sessions).toHaveLength(8);
      expect(Math.max(...sessions.map(({ events }) => events))).toBeGreaterThan(1_000);
      expect(await team.read.check()).toEqual([]);
    }
    // And all of it into a file.
    const all = join(folder, 'all.db');
    expect((await copy(url, all)).trees).toMatchObject({ copied: 9, different: 0 });
    await using together = await open(all, 'read');
    expect(await together.read.check()).toEqual([]);

    // A deliberate corruption of each kind, each in another tree: a summary, a byte of a block, a row that is gone, a
    // word of the index.
    const spoil = {
      event: `update event set summary = summary || '!' where (tree, session, seq) = (select tree, session, seq from event where tree = $1 order by 1, 2, 3 limit 1)`,
      block: `update block set data = set_byte(data, 9, get_byte(data, 9) # 1) where (tree, hash) = (select tree, hash from block where tree = $1 order by 1, 2 limit 1)`,
      edge: `delete from edge where (tree, session, effect) = (select tree, session, effect from edge where tree = $1 order by 1, 2, 3 limit 1)`,
      search: `update event set words = words || to_tsvector('simple', 'zebra') where (tree, session, seq) = (select tree, session, seq from event where tree = $1 and words is not null order by 1, 2, 3 limit 1)`,
    };
    const trees = await psql<{ tree: string }>(url, 'select tree from edge group by tree order by tree');
    for (const [at, sql] of Object.values(spoil).entries()) await psql(url, sql, [trees[at]!.tree]);
    const reports = [await copy(ann, url), await copy(bob, url)];
    const found = reports.flatMap(({ different }) => different);
    expect(found.map(({ tables }) => tables.join()).toSorted()).toEqual(Object.keys(spoil).toSorted());
    for (const { sessions } of found) expect(sessions).toEqual([expect.stringContaining('claude:')]);
    const mended = [await copy(ann, url, { replace: true }), await copy(bob, url, { replace: true })];
    expect(mended.map(({ trees: { replaced, different } }) => replaced + different).reduce((a, b) => a + b)).toBe(4);
    expect((await copy(all, url)).trees).toMatchObject({ same: 9, different: 0 });
  },
);

async function psql<Row extends pg.QueryResultRow>(url: string, sql: string, values: string[] = []): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<Row>(sql, values);
  await client.end();
  return rows;
}

let begun: Promise<string> | undefined;

test.each([
  { how: 'kill -9', signal: 'SIGKILL', code: null },
  { how: 'Ctrl-C', signal: 'SIGINT', code: 130 },
] as const)(
  '$how in the middle leaves whole trees, both ways, and the same command again completes',
  { timeout: 120_000 },
  async ({ how, signal, code }) => {
    const [path, url, back] = [
      await (begun ??= archiveOf('begun', 29)),
      await freshDatabase(),
      join(folder, `back ${how}.db`),
    ];
    for (const [from, to] of [
      [path, url],
      [url, back],
    ] as const) {
      const first = startCopy(from, to);
      const there = await untilSessions(first.process, to, 4);
      first.process.kill(signal);
      first.process.kill('SIGCONT');
      expect(await first.ended).toBe(code);
      expect(there).toBeLessThan(30);
      {
        await using part = await open(to, 'read');
        expect(await part.read.check()).toEqual([]);
      }
      const again = startCopy(from, to, '--json');
      expect(await again.ended, again.said()).toBe(0);
      const { trees } = JSON.parse(again.answered()) as CopyReport;
      expect(trees).toMatchObject({ total: 30, different: 0, replaced: 0 });
      expect(trees.same).toBeGreaterThanOrEqual(there);
      expect(trees.copied).toBe(30 - trees.same);
      if (signal === 'SIGKILL') expect(trees.copied).toBeGreaterThan(0);
      expect(again.said() + again.answered() + first.said()).not.toContain(new URL(url).password);
      await using whole = await open(to, 'read');
      expect(await whole.read.check()).toEqual([]);
    }
    expect((await copy(path, back)).trees).toMatchObject({ total: 30, same: 30 });
  },
);

function startCopy(from: string, to: string, ...flags: readonly string[]) {
  const args = [join(import.meta.dirname, '../../dist/main.js'), 'db', 'copy', '--from', from, '--to', to, ...flags];
  const child = spawn(process.execPath, args, {
    env: { ...programEnv, HOME: folder, STEMMA_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, answered] = ['', ''];
  child.stderr.on('data', (text) => (said += String(text)));
  child.stdout.on('data', (text) => (answered += String(text)));
  return {
    process: child,
    ended: once(child, 'close').then(([code]) => code as number | null),
    said: () => said,
    answered: () => answered,
  };
}

/** Leaves it standing as soon as there are so many. Looking must be quick, or it is through by then. */
async function untilSessions(child: ChildProcess, address: string, wanted: number): Promise<number> {
  const client = address.startsWith('postgres:') ? new pg.Client(address) : undefined;
  await client?.connect();
  const look = async (): Promise<number> => {
    try {
      if (client) return Number((await client.query<{ count: string }>('select count(*) from session')).rows[0]!.count);
      using db = new DatabaseSync(address, { readOnly: true });
      return Number(db.prepare('select count(*) as count from session').get()!['count']);
    } catch {
      // It is only being made.
      return 0;
    }
  };
  for (let waited = 0; waited < 100_000 && child.exitCode === null && (await look()) < wanted; waited += 3)
    await sleep(3);
  child.kill('SIGSTOP');
  const found = await look();
  await client?.end();
  return found;
}

test('what cannot be copied is refused in a sentence, and nothing is touched', { timeout: 60_000 }, async () => {
  const [path, url] = [await archiveOf('refused', 1), await freshDatabase()];
  const failing = async (from: string, to: string) =>
    await copy(from, to).then(
      () => undefined,
      (error: unknown) => error as Error & { readonly code: string; readonly hint: string },
    );
  expect(await failing(join(folder, 'nothing.db'), url)).toMatchObject({ code: 'path-not-found' });
  expect(await failing(url, join(folder, 'new.db'))).toMatchObject({
    code: 'path-not-found',
    message: expect.stringContaining('no tables'),
  });
  expect(await failing(path, path)).toMatchObject({
    code: 'bad-argument',
    message: expect.stringContaining('to itself'),
  });
  expect(await failing(path, 'postgres://me:sesame@127.0.0.1:1/x')).toMatchObject({
    code: 'store-unreachable',
    message: expect.not.stringContaining('sesame'),
  });

  await copy(path, url);
  await psql(url, `insert into migration values ('9999-tomorrow')`);
  expect(await failing(path, url)).toMatchObject({
    code: 'store-too-new',
    hint: expect.stringContaining('Update stemma'),
  });
  expect(await failing(url, join(folder, 'new.db'))).toMatchObject({ code: 'store-too-new' });
  await psql(url, `delete from migration where name in ('9999-tomorrow', '0003-digests')`);
  expect(await failing(url, join(folder, 'new.db'))).toMatchObject({
    code: 'bad-argument',
    message: expect.stringContaining('older stemma'),
    hint: expect.stringContaining('db migrate'),
  });

  const old = join(folder, 'old.db');
  copyFileSync(path, old);
  using db = new DatabaseSync(old);
  db.exec(`delete from migration where name = '0007-usage'`);
  expect(await failing(old, await freshDatabase())).toMatchObject({
    code: 'bad-argument',
    message: expect.stringContaining('older stemma'),
  });
  db.exec(`insert into migration values ('0007-usage'), ('9999-tomorrow')`);
  expect(await failing(old, url)).toMatchObject({ code: 'store-too-new' });
});

test('a session that was forgotten in the target does not come back', { timeout: 60_000 }, async () => {
  const [path, url] = [await archiveOf('forgotten', 2), await freshDatabase()];
  await copy(path, url);
  {
    await using store = await open(url, 'write');
    const {
      sessions: [one],
    } = await store.read.sessions({}, { limit: 1, offset: 0 });
    await store.write.forget([one!.uid]);
  }
  expect((await copy(path, url)).trees).toMatchObject({ total: 3, same: 2, forgotten: 1, copied: 0 });
});
