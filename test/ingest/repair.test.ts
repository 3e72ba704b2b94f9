import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSqlite } from '../../src/platform/load-sqlite.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { fakeApp } from '../../src/testing/fake-app.ts';
import { fixedTest, longSession } from '../support/transcript.ts';

/** An archive of three sessions. */
async function archive() {
  const home = mkdtempSync(join(tmpdir(), 'stemma-repair-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const history = join(home, 'history');
  mkdirSync(history);
  writeFileSync(join(history, 'fixed.jsonl'), fixedTest('fixed').toString());
  for (const name of ['one', 'two']) writeFileSync(join(history, `${name}.jsonl`), longSession(name, 40).toString());
  const { run } = fakeApp(home, { sources: async () => sources });
  expect((await run('ingest', history)).code).toBe(0);
  const sessions = async () => {
    const { code, out } = await run('sessions', '--json', '--limit', '100');
    return code === 0
      ? JSON.parse(out).sessions.map((each: { uid: string; events: number }) => [each.uid, each.events])
      : code;
  };
  return { home, history, run, sessions, before: await sessions(), path: join(home, '.stemma/stemma.db') };
}

function change(path: string, sql: string, ...values: (Uint8Array | string)[]): void {
  const db = new (loadSqlite().DatabaseSync)(path);
  db.prepare(sql).run(...values);
  db.close();
}

test('a whole archive is left alone', async () => {
  const { run, path } = await archive();
  const bytes = readFileSync(path);
  expect(await run('doctor', '--repair')).toMatchObject({ code: 0, out: 'nothing to repair\nthe archive is intact\n' });
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test('damaged blocks are read from the agents’ files again', async () => {
  const { run, path, sessions, before } = await archive();
  change(path, 'update block set data = ?', Buffer.from('rubbish'));
  expect((await run('doctor', '--check')).code).toBe(1);
  const { code, out } = await run('doctor', '--repair', '--json');
  expect({ code, ...JSON.parse(out) }).toMatchObject({
    code: 0,
    blocks: { put_back: 3, lost: [] },
    salvaged: null,
    rebuilt: false,
    damage: [],
  });
  expect(await sessions()).toEqual(before);
  expect((await run('doctor', '--check')).code).toBe(0);
});

test('a block whose file is gone is named, and what was derived from it stays', async () => {
  const { run, path, history, sessions, before } = await archive();
  const fixed = join(history, 'fixed.jsonl');
  change(
    path,
    'update block set data = ? where hash in (select p.hash from piece p join file f on f.tree = p.tree and f.file = p.file where f.path = ?)',
    Buffer.from('rubbish'),
    fixed,
  );
  const { size } = { size: readFileSync(fixed).length };
  unlinkSync(fixed);
  const { code, out } = await run('doctor', '--repair', '--json');
  expect({ code, ...JSON.parse(out) }).toMatchObject({
    code: 1,
    blocks: { put_back: 0, lost: [{ path: fixed, start: 0, length: size }] },
    rebuilt: false,
    damage: [expect.stringContaining('does not hold the bytes')],
  });
  expect((await run('doctor', '--repair')).out).toContain(`${fixed} from byte 0 on`);
  expect(await sessions()).toEqual(before);
});

test.each([
  ['its first bytes', () => 0],
  ['a table of its schema', (bytes: Buffer) => bytes.indexOf('CREATE TABLE event')],
])('an archive without %s is taken over into a new one, and the old one is kept', async (_what, at) => {
  const { run, path, sessions, before, home } = await archive();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, at(bytes), at(bytes) + 24));
  const { code, out } = await run('doctor', '--repair', '--json');
  const answer = JSON.parse(out);
  expect({ code, damage: answer.damage, rebuilt: answer.rebuilt }).toEqual({ code: 0, damage: [], rebuilt: true });
  expect(readFileSync(answer.salvaged.kept_as).equals(bytes)).toBe(true);
  expect(await sessions()).toEqual(before);
  expect(readdirSync(join(home, '.stemma')).filter((name) => /repairing|mended/.test(name))).toEqual([]);
});

test('behind a page that cannot be read, rows are found again, and what was derived is made again', async () => {
  const { run, path, sessions, before } = await archive();
  const db = new (loadSqlite().DatabaseSync)(path);
  const [page] = db
    .prepare("select pageno from dbstat where name = 'event' and pagetype = 'leaf' order by pageno limit 1 offset 2")
    .all();
  db.close();
  const bytes = readFileSync(path);
  const at = (Number(page!['pageno']) - 1) * 4096;
  writeFileSync(path, bytes.fill(255, at, at + 4096));
  const { code, out } = await run('doctor', '--repair', '--json');
  const { damage, salvaged } = JSON.parse(out);
  expect({ code, damage }).toEqual({ code: 0, damage: [] });
  const events = salvaged.tables.find(({ table }: { table: string }) => table === 'event');
  expect(events.isWhole).toBe(false);
  expect(events.rows).toBeGreaterThan(100);
  expect(await sessions()).toEqual(before);
});

test('what is no archive at all is left as it is', async () => {
  const { run, path } = await archive();
  writeFileSync(path, Buffer.alloc(50_000, 7));
  expect(await run('doctor', '--repair')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing can be read'),
  });
  expect(readFileSync(path).equals(Buffer.alloc(50_000, 7))).toBe(true);
  expect(existsSync(`${path}.damaged-1`)).toBe(false);
});
