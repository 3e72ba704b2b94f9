import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { fixedTest, longSession } from '../support/transcript.ts';
import { programEnv } from '../support/program-env.ts';

const program = join(import.meta.dirname, '../../dist/main.js');

function machine() {
  const home = mkdtempSync(join(tmpdir(), 'stemma-hard-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const history = join(home, 'history');
  mkdirSync(history);
  const store = join(home, '.stemma/stemma.db');
  const env = { ...programEnv, HOME: home, NO_COLOR: '1' };
  const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, stderr })),
    );
    return { child, ended, said: () => stderr };
  };
  return { home, history, store, env, run, start };
}

test('a store of a newer version is left alone, and the message says what to do', async () => {
  const { history, store, run } = machine();
  writeFileSync(join(history, 's.jsonl'), fixedTest('newer').toString());
  run('ingest', history);
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(store);
  db.exec(`insert into migration values ('9999-from-the-future')`);
  db.close();
  const before = readFileSync(store);

  for (const command of [['sessions'], ['ingest', history]]) {
    const { status, stderr } = run(...command);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/newer stemma[\s\S]*[Uu]pdate/)]);
  }
  expect(readFileSync(store).equals(before)).toBe(true);
});

test('a file that is no store is left alone', () => {
  const { history, store, home, run } = machine();
  mkdirSync(join(home, '.stemma'), { mode: 0o700 });
  writeFileSync(store, 'this is not a database at all, it is a shopping list\n'.repeat(100));
  const before = readFileSync(store);
  writeFileSync(join(history, 's.jsonl'), fixedTest('damaged').toString());

  const { status, stderr } = run('ingest', history);

  expect([status, stderr]).toEqual([1, expect.stringContaining('stemma.db')]);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(readFileSync(store).equals(before)).toBe(true);
});

test('a home that cannot be made is an error at once', () => {
  const { history, run } = machine();
  writeFileSync(join(history, 's.jsonl'), fixedTest('no home').toString());
  // Below a file nothing can be made; below /proc Node's own mkdir would try for ever.
  for (const home of [join(history, 's.jsonl/home'), ...(process.platform === 'linux' ? ['/proc/nowhere/home'] : [])]) {
    const { status, stderr } = run('ingest', history, '--home', home);
    expect([status, stderr]).toEqual([1, expect.stringContaining(home)]);
  }
});

test('a second ingest waits for the first', async () => {
  const { history, store, run, start } = machine();
  writeFileSync(join(history, 's.jsonl'), fixedTest('waits').toString());
  run('ingest', history);
  writeFileSync(join(history, 't.jsonl'), fixedTest('waits too').toString());

  const first = await openSqlite(store, { mode: 'write' });
  const { child, ended, said } = start('ingest', history);
  await expect.poll(said).toMatch(/wait/i);
  expect(child.exitCode).toBeNull();
  await first[Symbol.asyncDispose]();

  expect(await ended).toMatchObject({ code: 0 });
  expect(JSON.parse(run('sessions', '--json').stdout)).toMatchObject({ total: 2 });
});

test('questions are answered while another process writes', async () => {
  const { history, store, run } = machine();
  writeFileSync(join(history, 's.jsonl'), fixedTest('reads').toString());
  run('ingest', history);
  await using _writer = await openSqlite(store, { mode: 'write' });
  expect(run('sessions', '--json')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('make the tests pass'),
  });
});

test.skipIf(process.platform === 'win32')(
  'where the disk takes no more, ingest says so, keeps what it had, and goes on when there is room',
  () => {
    const { history, run, env } = machine();
    writeFileSync(join(history, 'a.jsonl'), fixedTest('full').toString());
    run('ingest', history);
    writeFileSync(join(history, 'b.jsonl'), longSession('full too', 600).toString());

    // No file may grow past 512 kB. (A full file system itself is a test of the store.)
    const limited = spawnSync(
      'bash',
      ['-c', `ulimit -f 512; exec "$0" "$@"`, process.execPath, program, 'ingest', history],
      { env, encoding: 'utf8' },
    );

    expect([limited.status, limited.stderr]).toEqual([1, expect.stringMatching(/disk refused/)]);
    expect(limited.stderr).not.toMatch(/^\s+at /m);
    expect(JSON.parse(run('sessions', '--json').stdout)).toMatchObject({ total: expect.any(Number) });
    expect(run('ingest', history).status).toBe(0);
    expect(run('doctor', '--check', '--json')).toMatchObject({ status: 0 });
    const { sessions } = JSON.parse(run('sessions', '--json').stdout) as { sessions: { events: number }[] };
    expect(sessions.map(({ events }) => events).sort((a, b) => a - b)).toEqual([9, 1_800]);
  },
);

test(
  'Ctrl-C in mid-ingest ends with 130, leaves the archive whole, and the next run goes on',
  { timeout: 60_000 },
  async () => {
    const { history, store, run, start } = machine();
    for (let i = 0; i < 6; i++) writeFileSync(join(history, `${i}.jsonl`), longSession(`ctrl-c ${i}`, 300).toString());
    // The tables are there already: what is written from now on are sessions.
    const none = join(history, 'none');
    mkdirSync(none);
    run('ingest', none);
    const { child, ended } = start('ingest', history);
    // As soon as something has been kept there is still much to do.
    while (child.exitCode === null && sizeOf(`${store}-wal`) < 200_000) await sleep(2);
    child.kill('SIGINT');

    const { code, stderr } = await ended;

    expect([code, stderr]).toEqual([130, expect.stringContaining('kept')]);
    expect(run('ingest', history).status).toBe(0);
    await using archive = await openSqlite(store, { mode: 'read' });
    expect(await archive.read.check()).toEqual([]);
    const { sessions } = await archive.read.sessions({}, { limit: 10, offset: 0 });
    expect(sessions.map(({ events }) => events)).toEqual([900, 900, 900, 900, 900, 900]);
  },
);

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

test('forgotten means forgotten: not in any answer, not after the next ingest', () => {
  const { history, run } = machine();
  const story = fixedTest('forget me');
  writeFileSync(join(history, 's.jsonl'), story.toString());
  writeFileSync(join(history, 't.jsonl'), fixedTest('keep me').toString());
  run('ingest', history);

  expect(run('forget', story.session, '--yes').status).toBe(0);
  run('ingest', history);

  expect(JSON.parse(run('sessions', '--json').stdout)).toMatchObject({ total: 1 });
  expect(run('timeline', story.session).status).toBe(1);
});

test('a backup is a whole archive of its own, and overwrites nothing', () => {
  const { history, home, run } = machine();
  writeFileSync(join(history, 's.jsonl'), fixedTest('backup').toString());
  run('ingest', history);
  const copy = join(home, 'elsewhere');
  mkdirSync(copy, { mode: 0o700 });

  expect(run('backup', join(copy, 'stemma.db')).status).toBe(0);
  expect(JSON.parse(run('sessions', '--json', '--home', copy).stdout)).toMatchObject({ total: 1 });
  expect(run('backup', join(copy, 'stemma.db')).status).toBe(1);
});
