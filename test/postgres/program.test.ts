import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../support/postgres.ts';
import { fixedTest } from '../support/transcript.ts';
import { programEnv } from '../support/program-env.ts';

// The program as it is shipped, driver and all.

const program = join(import.meta.dirname, '../../dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'stemma-team-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let url: string;

beforeAll(async () => {
  url = await freshDatabase();
  mkdirSync(join(folder, 'history'));
  writeFileSync(join(folder, 'history/a.jsonl'), fixedTest('team').toString());
});

function stemma(
  db: string,
  ...args: string[]
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...programEnv, HOME: folder, STEMMA_HOME: join(folder, 'home'), STEMMA_DB: db },
  });
}

async function psql(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

test('a database nobody wrote to answers like an empty store, and is left as it is', async () => {
  const { status, stdout } = stemma(url, 'sessions', '--json');
  expect({ status, answer: JSON.parse(stdout) }).toMatchObject({ status: 0, answer: { sessions: [], total: 0 } });
  expect(await psql(`select tablename from pg_tables where schemaname = 'public'`)).toEqual([]);
});

test('`stemma db` shows the database, creates the tables, and reports that there is no Citus', () => {
  const status = stemma(url, 'db', '--json');
  expect(JSON.parse(status.stdout)).toMatchObject({
    engine: 'postgresql',
    citus: null,
    migrations: expect.arrayContaining([{ name: '0001-beginning', applied: false }]),
  });
  expect(status.stdout).not.toContain(new URL(url).password);
  expect(stemma(url, 'db', 'migrate')).toMatchObject({ status: 0, stdout: expect.stringContaining('0001-beginning') });
  expect(stemma(url, 'db', 'status')).toMatchObject({ status: 0, stdout: expect.stringContaining('Up to date') });
  expect(stemma(url, 'db', 'distribute')).toMatchObject({ status: 0, stdout: expect.stringContaining('has no Citus') });
  expect(stemma(url, 'db', 'demolish')).toMatchObject({ status: 2 });
  expect(stemma('', 'db', 'distribute')).toMatchObject({ status: 2, stderr: expect.stringContaining('is a file') });
});

test('what is ingested is in the database, and every question finds it there', () => {
  expect(stemma(url, 'ingest', join(folder, 'history'), '--quiet')).toMatchObject({ status: 0, stderr: '' });
  const { sessions } = JSON.parse(stemma(url, 'sessions', '--json').stdout) as {
    sessions: { uid: string; events: number }[];
  };
  expect(sessions).toHaveLength(1);
  const { errors } = JSON.parse(stemma(url, 'errors', '--json').stdout) as { errors: unknown[] };
  expect(errors).toHaveLength(1);
  expect(stemma(url, 'timeline')).toMatchObject({ status: 0, stdout: expect.stringContaining('make the tests pass') });
});

test('people with psql see every event, and walk to its parents and children', async () => {
  const [last] = await psql(
    `select uuid, parent_uuid, instance_id, event_type, timestamp, payload from session_events order by timestamp desc limit 1`,
  );
  expect(last).toMatchObject({
    uuid: expect.stringMatching(/^ev_[0-9a-z]{22}$/),
    instance_id: expect.stringMatching(/^claude:/),
    timestamp: expect.any(Date),
    payload: { summary: expect.any(String), failed: false },
  });
  const chain = await psql('select depth, uuid, parent_uuid, event_type from get_parent_chain($1, 100)', last!['uuid']);
  expect(chain.length).toBeGreaterThan(3);
  expect(chain[0]).toMatchObject({ depth: 0, uuid: last!['uuid'] });
  expect(chain.at(-1)).toMatchObject({ event_type: 'user_msg', parent_uuid: null });
  for (const [at, { parent_uuid }] of chain.entries()) expect(parent_uuid ?? undefined).toBe(chain[at + 1]?.['uuid']);
  expect(await psql('select uuid from get_parent_chain($1, 2)', last!['uuid'])).toEqual(
    chain.slice(0, 3).map(({ uuid }) => ({ uuid })),
  );

  const root = chain.at(-1)!['uuid'];
  expect(await psql('select uuid, depth from get_child_events($1)', root)).toEqual([
    { uuid: chain.at(-2)!['uuid'], depth: 1 },
  ]);
  expect((await psql('select uuid from get_child_events($1, 1000, 100)', root)).map(({ uuid }) => uuid)).toContain(
    last!['uuid'],
  );
  // The same ids as everywhere else.
  expect(stemma(url, 'event', String(last!['uuid']))).toMatchObject({ status: 0 });
});

test('a server that is not there, or that wants another password, is a sentence with a hint and without the password', () => {
  const nobody = stemma('postgres://me:sesame@127.0.0.1:1/stemma', 'sessions');
  expect(nobody).toMatchObject({ status: 1, stderr: expect.stringContaining('127.0.0.1:1/stemma does not answer') });
  const wrong = stemma(url.replace(/:[^:@/]+@/, ':sesame@'), 'sessions');
  expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('does not let us in') });
  expect(nobody.stderr + wrong.stderr).not.toContain('sesame');
});

test('doctor shows the database, its size and version; and what to do when it is unreachable', () => {
  const here = stemma(url, 'doctor', '--json');
  expect(here).toMatchObject({ status: 0 });
  expect(JSON.parse(here.stdout)).toMatchObject({
    store: null,
    ingested_at: expect.any(String),
    database: {
      engine: 'postgresql',
      server: expect.stringMatching(/^\d+/),
      bytes: expect.any(Number),
      sessions: 1,
      last_write_at: expect.any(String),
      problem: null,
    },
  });
  expect(stemma(url, 'doctor').stdout).toMatch(
    /PostgreSQL\s+\d+[^]*at\s+127\.0\.0\.1[^]*1\s+session[^]*up\s+to\s+date/,
  );
  const away = stemma('postgres://me:sesame@127.0.0.1:1/stemma', 'doctor');
  expect(away).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/no\s+connection[^]*does\s+not\s+answer[^]*run\s+the\s+command\s+again/),
  });
  expect(JSON.parse(stemma('postgres://me:sesame@127.0.0.1:1/stemma', 'doctor', '--json').stdout)).toMatchObject({
    database: { server: null, sessions: null, problem: { code: 'store-unreachable' } },
    agents: [],
  });
  expect(here.stdout + away.stdout + away.stderr).not.toMatch(new RegExp(`sesame|${new URL(url).password}`));
});

test('install says that hooks do not see where the archive is, unless config.json does', () => {
  mkdirSync(join(folder, 'home'), { recursive: true });
  mkdirSync(join(folder, '.claude'), { recursive: true });
  expect(stemma(url, 'install', 'claude-code', '--dry-run').stderr).toContain('"db" in');
  writeFileSync(join(folder, 'home/config.json'), JSON.stringify({ db: url }));
  const result = stemma(url, 'install', 'claude-code', '--dry-run');
  expect(result.stderr).not.toContain('"db" in');
  expect(JSON.parse(stemma('', 'sessions', '--json').stdout)).toMatchObject({ total: 1 });
  rmSync(join(folder, 'home/config.json'));
});

test('a cycle of parents ends a chain', async () => {
  const [one, two] = (await psql('select tree, session, seq, parent from event order by seq limit 2')) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  await psql(
    'update event set parent = $1 where tree = $2 and session = $3 and seq = $4',
    two['seq'],
    one['tree'],
    one['session'],
    one['seq'],
  );
  const [{ uuid }] = (await psql(`select uuid from session_events order by payload -> 'seq' limit 1`)) as [
    Record<string, unknown>,
  ];
  expect((await psql('select uuid from get_parent_chain($1, 1000)', uuid)).length).toBe(2);
});

test('--db names the archive for one command, and wins over STEMMA_DB', () => {
  const flagged = stemma('postgres://me:sesame@127.0.0.1:1/stemma', 'sessions', '--json', '--db', url);
  expect(JSON.parse(flagged.stdout)).toMatchObject({ total: 1 });
  expect(JSON.parse(stemma('', '--db', url, 'db', '--json').stdout)).toMatchObject({ engine: 'postgresql' });
  expect(JSON.parse(stemma(url, 'sessions', '--json', '--db', join(folder, 'other.db')).stdout)).toMatchObject({
    total: 0,
  });
  expect(stemma('', 'sessions', '--db', 'postgres://me:ses/ame@host:x/y')).toMatchObject({
    status: 2,
    stderr: expect.not.stringContaining('ame'),
  });
});

test('a password in ~/.pgpass is used, and nothing is said about it', () => {
  const { hostname, port, pathname, username, password } = new URL(url);
  writeFileSync(join(folder, '.pgpass'), `${hostname}:${port}:*:${username}:${password}\n`, { mode: 0o600 });
  const { status, stdout, stderr } = stemma(
    `postgres://${username}@${hostname}:${port}${pathname}`,
    'sessions',
    '--json',
  );
  rmSync(join(folder, '.pgpass'));
  expect({ status, stderr, answer: JSON.parse(stdout) as unknown }).toMatchObject({
    status: 0,
    stderr: '',
    answer: { total: 1 },
  });
});
