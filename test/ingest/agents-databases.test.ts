import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findSession } from '../../src/ask/find/find-session.ts';
import { restore } from '../../src/ingest/archive/restore.ts';
import { loadSqlite } from '../../src/platform/load-sqlite.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive, seen } from '../support/archive.ts';

// Agents that keep sessions in databases of their own: what is promised of each of them, on its fixtures.
const fixtures = join(import.meta.dirname, '../../src/sources');
const agents: readonly { readonly agent: string; readonly scenario: string; readonly database: string }[] = [
  {
    agent: 'cursor',
    scenario: 'by-hand-agent',
    database: '.cursor/chats/11e9fe063b91149eb10c6daf331adfaa/b41f0c1e-6a54-4c0e-9d1b-1d5a3f6f9a01/store.db',
  },
  { agent: 'cursor', scenario: 'by-hand-editor', database: '.config/Cursor/User/globalStorage/state.vscdb' },
  { agent: 'kiro', scenario: 'by-hand-database', database: 'data.sqlite3' },
  { agent: 'goose', scenario: '1.52.0-sub-agent', database: '.local/share/goose/sessions/sessions.db' },
  { agent: 'kilo', scenario: '7.7.9-sub-agent', database: '.local/share/kilo/kilo.db' },
  { agent: 'crush', scenario: 'by-hand', database: 'shop/.crush/crush.db' },
  { agent: 'zed', scenario: 'by-hand', database: '.local/share/zed/threads/threads.db' },
];

function put(archive: Archive, agent: string, scenario: string): string {
  const folder = archive.path(scenario);
  cpSync(join(fixtures, agent, 'fixtures', scenario), folder, { recursive: true });
  rmSync(join(folder, 'expected.txt'));
  return folder;
}

/** Every file with its bytes and the time of its last change. */
function stateOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => `${path} ${statSync(path, { bigint: true }).mtimeNs} ${readFileSync(path).toString('base64')}`);
}

describe.each(agents)('$agent, $scenario', ({ agent, scenario, database }) => {
  test('reading changes nothing in its folder, also while its program writes', async () => {
    const archive = await Archive.open();
    const folder = put(archive, agent, scenario);
    const before = stateOf(folder);
    expect((await archive.ingest()).problems).toEqual([]);
    expect(stateOf(folder)).toEqual(before);

    using program = new (loadSqlite().DatabaseSync)(join(folder, database));
    program.exec(
      'pragma journal_mode = wal; create table written_meanwhile (a); insert into written_meanwhile values (1)',
    );
    const running = stateOf(folder);
    expect(running.some((file) => file.includes('-wal '))).toBe(true);
    expect((await archive.ingest()).problems).toEqual([]);
    expect(stateOf(folder)).toEqual(running);
  });

  test('reading twice adds nothing', async () => {
    const archive = await Archive.open();
    put(archive, agent, scenario);
    expect((await archive.ingest()).problems).toEqual([]);
    const before = (await seen(archive.store)) as readonly unknown[];
    expect(before.length).toBeGreaterThan(0);
    await archive.ingest();
    expect(await seen(archive.store)).toEqual(before);
    expect(await archive.store.read.check()).toEqual([]);
  });

  test('its sessions are restored line by line, after its database is gone', async () => {
    const archive = await Archive.open();
    const folder = put(archive, agent, scenario);
    await archive.ingest();
    rmSync(folder, { recursive: true });
    const { sessions } = await archive.store.read.sessions({ topLevel: true }, { limit: 1, offset: 0 });
    const to = mkdtempSync(join(tmpdir(), 'stemma-restore-'));
    onTestFinished(() => rmSync(to, { recursive: true, force: true }));
    const { files } = await restore({ store: archive.store, sources, session: sessions[0]!, to });
    expect(files.length).toBeGreaterThan(0);
    for (const { path } of files) expect(readFileSync(path, 'utf8').trim()).not.toBe('');
  });
});

test('an id that is the beginning of another one finds its own session', async () => {
  const archive = await Archive.open();
  const path = join(put(archive, 'goose', '1.52.0-fix'), '.local/share/goose/sessions/sessions.db');
  using database = new (loadSqlite().DatabaseSync)(path);
  for (const [table, id] of [
    ['sessions', 'id'],
    ['messages', 'session_id'],
  ] as const) {
    const row: Record<string, SQLInputValue> = {
      ...database.prepare(`select * from ${table} limit 1`).get()!,
      [id]: '20261119_10',
    };
    if (table === 'messages') delete row['id'];
    const columns = Object.keys(row);
    database
      .prepare(`insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`)
      .run(...Object.values(row));
  }
  await archive.ingest();
  const { uid } = await findSession(archive.store.read, '20261119_1');
  expect(uid).toMatch(/^goose:20261119_1-\d{6}$/);
  expect((await findSession(archive.store.read, '20261119_10')).uid).toMatch(/^goose:20261119_10-\d{6}$/);
});
