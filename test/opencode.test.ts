import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { loadSqlite } from '../src/platform/load-sqlite.ts';
import { Archive, seen } from './support/archive.ts';

// OpenCode keeps sessions in a database, kept them in a tree of files, and exports them: what they become together, and as they grow.
const fixtures = join(import.meta.dirname, '../src/sources/opencode/fixtures');

function put(archive: Archive, scenario: string, as = scenario): void {
  cpSync(join(fixtures, scenario), archive.path(as), { recursive: true });
  rmSync(archive.path(join(as, 'expected.txt')), { force: true });
}

function change(path: string, how: (database: DatabaseSync) => void): void {
  const database = new (loadSqlite().DatabaseSync)(path);
  how(database);
  database.close();
}

async function seenAfter(...scenarios: readonly string[]): Promise<{ readonly archive: Archive; readonly sessions: readonly Shown[] }> {
  const archive = await Archive.open();
  for (const scenario of scenarios) put(archive, scenario);
  expect((await archive.ingest()).problems).toEqual([]);
  return { archive, sessions: await shown(archive) };
}

interface Shown {
  readonly uid: string;
  readonly cost: object;
  readonly parent: object | null;
  readonly events: readonly { readonly id: string; readonly kind: string; readonly summary: string }[];
  readonly edges: readonly object[];
}
const shown = async (archive: Archive) => (await seen(archive.store)) as readonly Shown[];
/** All but the order in which they tell it, and the time between two of their events. */
const essence = (sessions: readonly Shown[]) =>
  sessions.map(({ uid, cost, parent, events, edges }) => ({ uid, cost: { ...cost, wall_clock_s: 0 }, parent, edges, events: events.map(({ id, kind, summary }) => `${id} ${kind} ${summary}`).sort() }));

describe('a session that lies in several places', () => {
  test('is one session, each event once, in whatever order they are read', async () => {
    const { sessions } = await seenAfter('1.18.33-05-subagent');
    const together = await seenAfter('1.18.33-05-subagent', '1.18.33-05-subagent-no-log', '1.18.33-05-subagent-export');
    expect(essence(together.sessions)).toEqual(essence(sessions));

    for (const order of [['-export', '', '-no-log'], ['-no-log', '-export', '']]) {
      const archive = await Archive.open();
      for (const end of order) {
        put(archive, `1.18.33-05-subagent${end}`);
        await archive.ingest();
      }
      expect(essence(await shown(archive))).toEqual(essence(sessions));
      expect(await archive.store.read.check()).toEqual([]);
    }
  });

  test('of which one is a fork: its copies are found, wherever either of them is read from', async () => {
    const archive = await Archive.open();
    put(archive, '1.18.33-04-resume');
    await archive.ingest();
    const before = essence(await shown(archive));
    put(archive, '1.18.33-04-resume-export');
    await archive.ingest();
    expect(essence(await shown(archive))).toEqual(before);
    expect(before.map(({ parent }) => parent !== null)).toEqual([true, false]);
  });
});

describe('a database that grows', () => {
  test.each(['1.18.33-01-fix', '1.18.33-05-subagent', '1.18.33-10-compact', '1.18.33-06-kill'])('gives the same in the end as if it had been read once: %s', async (scenario) => {
    const whole = await seenAfter(scenario);
    const archive = await Archive.open();
    const last = 120;
    for (let upTo = 3; upTo <= last; upTo += 13) {
      put(archive, scenario);
      change(archive.path(join(scenario, 'opencode.db')), (database) => database.prepare('delete from event where seq > ?').run(upTo));
      await archive.ingest();
    }
    put(archive, scenario);
    await archive.ingest();
    expect(await shown(archive)).toEqual(whole.sessions);
  });

  test('is read on: a session that is as it was is not read again', async () => {
    const { archive } = await seenAfter('1.18.33-05-subagent');
    expect(await archive.ingest()).toMatchObject({ files: 0, lines: { mapped: 0 } });
    change(archive.path('1.18.33-05-subagent/opencode.db'), (database) => {
      const { id } = database.prepare('select id from session where parent_id is null').get()!;
      database.prepare("insert into event (id, aggregate_id, seq, type, data) values ('evt_x', ?, 900, 'session.updated.1', '{\"info\":{\"title\":\"Another title\"}}')").run(id!);
    });
    expect(await archive.ingest()).toMatchObject({ files: 1, lines: { mapped: 0, state: 1 } });
    expect((await archive.store.read.sessions({}, { limit: 9, offset: 0 })).sessions.map(({ title }) => title)).toContain('Another title');
  });

  test('and has no log: a text that was still being written is there in full in the end', async () => {
    const archive = await Archive.open();
    const scenario = '1.18.33-05-subagent-no-log';
    put(archive, scenario);
    change(archive.path(join(scenario, 'opencode.db')), (database) => {
      database.exec("update part set data = json_remove(json_set(data, '$.text', 'total() ign'), '$.time.end') where data like '%\"total() ignores qty.\"%'");
    });
    await archive.ingest();
    const said = async () => (await shown(archive)).flatMap(({ events }) => events).map(({ summary }) => summary);
    expect(await said()).toContain('total() ign');
    put(archive, scenario);
    change(archive.path(join(scenario, 'opencode.db')), (database) => database.exec('update part set time_updated = time_updated + 10000'));
    await archive.ingest();
    expect(await said()).not.toContain('total() ign');
    expect(essence(await shown(archive))).toEqual(essence((await seenAfter(scenario)).sessions));
  });
});
