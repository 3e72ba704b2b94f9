import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { loadSqlite } from '../../src/platform/load-sqlite.ts';
import { Archive, seen } from '../support/archive.ts';

// OpenCode keeps sessions in a database, kept them in a tree of files, and exports them: what they become together,
// and as they grow.
const fixtures = join(import.meta.dirname, '../../src/sources/opencode/fixtures');

function put(archive: Archive, scenario: string, as = scenario): void {
  cpSync(join(fixtures, scenario), archive.path(as), { recursive: true });
  rmSync(archive.path(join(as, 'expected.txt')), { force: true });
}

function change(path: string, how: (database: DatabaseSync) => void): void {
  const database = new (loadSqlite().DatabaseSync)(path);
  how(database);
  database.close();
}

async function seenAfter(
  ...scenarios: readonly string[]
): Promise<{ readonly archive: Archive; readonly sessions: readonly Shown[] }> {
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
/** Everything except the order of events and the time between them. */
const essence = (sessions: readonly Shown[]) =>
  sessions.map(({ uid, cost, parent, events, edges }) => ({
    uid,
    cost: { ...cost, wall_clock_s: 0 },
    parent,
    edges,
    events: events.map(({ id, kind, summary }) => `${id} ${kind} ${summary}`).sort(),
  }));

describe('a session that lies in several places', () => {
  test('is one session, each event once, in whatever order they are read', async () => {
    const { sessions } = await seenAfter('1.18.33-05-subagent');
    const together = await seenAfter('1.18.33-05-subagent', '1.18.33-05-subagent-no-log', '1.18.33-05-subagent-export');
    expect(essence(together.sessions)).toEqual(essence(sessions));

    for (const order of [
      ['-export', '', '-no-log'],
      ['-no-log', '-export', ''],
    ]) {
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

test('a fork of a session with sub-agents is no caller of theirs: it has the calls by reference only', async () => {
  const { sessions } = await seenAfter('1.18.33-05-subagent');
  const archive = await Archive.open();
  put(archive, '1.18.33-05-subagent');
  change(archive.path('1.18.33-05-subagent/opencode.db'), (database) => {
    // As OpenCode does it: all of it again under new ids, except those of calls, and of the sub-agents.
    const { id } = database.prepare('select id from session where parent_id is null').get()! as { id: string };
    const anew = (text: string) =>
      text
        .replaceAll(`"sessionID":"${id}"`, '"sessionID":"ses_fork"')
        .replaceAll(`"id":"${id}"`, '"id":"ses_fork"')
        .replaceAll(/"(msg|prt)_(\w{12})/g, '"$1_f$2');
    database.exec(
      "insert into session (id, project_id, slug, directory, title, version, time_created, time_updated) select 'ses_fork', project_id, slug, directory, 'A fork', version, time_updated + 1000, time_updated + 2000 from session where parent_id is null",
    );
    const log = database.prepare('select * from event where aggregate_id = ? order by seq').all(id) as {
      id: string;
      seq: number;
      type: string;
      data: string;
    }[];
    for (const event of log)
      database
        .prepare("insert into event (id, aggregate_id, seq, type, data) values (?, 'ses_fork', ?, ?, ?)")
        .run(`${event.id}f`, event.seq, event.type, anew(event.data));
    const more = {
      sessionID: 'ses_fork',
      info: { id: 'msg_more', sessionID: 'ses_fork', role: 'user', time: { created: 1_794_999_999_999 } },
    };
    database
      .prepare(
        "insert into event (id, aggregate_id, seq, type, data) values ('evt_m', 'ses_fork', 901, 'message.updated.1', ?)",
      )
      .run(JSON.stringify(more));
    const words = {
      part: { id: 'prt_more', messageID: 'msg_more', type: 'text', text: 'Try another way.' },
      time: 1_794_999_999_999,
    };
    database
      .prepare(
        "insert into event (id, aggregate_id, seq, type, data) values ('evt_n', 'ses_fork', 902, 'message.part.updated.1', ?)",
      )
      .run(JSON.stringify(words));
  });
  expect((await archive.ingest()).problems).toEqual([]);
  const all = await shown(archive);
  const fork = all.find(({ uid }) => uid === 'opencode:ses_fork')!;
  expect(fork.events.map(({ summary }) => summary)).toEqual(['Try another way.']);
  expect(fork.parent).toMatchObject({ relation: 'fork' });
  expect(essence(all.filter((session) => session !== fork))).toEqual(essence(sessions));
});

describe('the events of the plugin', () => {
  const hooks = join(import.meta.dirname, '../../src/sources/hooks/fixtures/opencode-1.18.33');
  const linesOf = ({ events }: Shown) => events.map(({ kind, summary }) => `${kind} ${summary}`);

  test.each(['01-fix', '03-toolerror', '05-subagent', '10-compact'])(
    'becomes one with what is in the database: %s',
    async (scenario) => {
      const { sessions } = await seenAfter(`1.18.33-${scenario}`);
      for (const isFirst of [true, false]) {
        const archive = await Archive.open();
        const steps = [
          () => put(archive, `1.18.33-${scenario}`),
          () => cpSync(join(hooks, scenario), archive.path('hooks'), { recursive: true }),
        ];
        for (const step of isFirst ? steps : steps.toReversed()) {
          step();
          expect((await archive.ingest()).problems).toEqual([]);
        }
        expect((await shown(archive)).map((session) => linesOf(session).sort())).toEqual(
          sessions.map((session) => linesOf(session).sort()),
        );
      }
    },
  );

  test('of requests that were made again is one with what is in the log', async () => {
    const archive = await Archive.open();
    put(archive, '1.18.33-07-apierror');
    cpSync(join(hooks, '07-apierror'), archive.path('hooks'), { recursive: true });
    expect((await archive.ingest()).problems).toEqual([]);
    const [session] = await shown(archive);
    expect(linesOf(session!).filter((line) => line.startsWith('error'))).toEqual([
      'error The server had an error (attempt 1)',
      'error Rate limit reached. Please retry in 1s. (attempt 1)',
    ]);
  });
});

describe('a database that grows', () => {
  test.each(['1.18.33-01-fix', '1.18.33-05-subagent', '1.18.33-10-compact', '1.18.33-06-kill'])(
    'gives the same in the end as if it had been read once: %s',
    async (scenario) => {
      const whole = await seenAfter(scenario);
      const archive = await Archive.open();
      const last = 120;
      for (let upTo = 3; upTo <= last; upTo += 13) {
        put(archive, scenario);
        change(archive.path(join(scenario, 'opencode.db')), (database) =>
          database.prepare('delete from event where seq > ?').run(upTo),
        );
        await archive.ingest();
      }
      put(archive, scenario);
      await archive.ingest();
      expect(await shown(archive)).toEqual(whole.sessions);
    },
  );

  test('is read on: a session that is as it was is not read again', async () => {
    const { archive } = await seenAfter('1.18.33-05-subagent');
    expect(await archive.ingest()).toMatchObject({ files: 0, lines: { mapped: 0 } });
    change(archive.path('1.18.33-05-subagent/opencode.db'), (database) => {
      const { id } = database.prepare('select id from session where parent_id is null').get()!;
      database
        .prepare(
          'insert into event (id, aggregate_id, seq, type, data) values (\'evt_x\', ?, 900, \'session.updated.1\', \'{"info":{"title":"Another title"}}\')',
        )
        .run(id!);
    });
    expect(await archive.ingest()).toMatchObject({ files: 1, lines: { mapped: 0, state: 1 } });
    expect(
      (await archive.store.read.sessions({}, { limit: 9, offset: 0 })).sessions.map(({ title }) => title),
    ).toContain('Another title');
  });

  test('and has no log: a text that was still being written is there in full in the end', async () => {
    const archive = await Archive.open();
    const scenario = '1.18.33-05-subagent-no-log';
    put(archive, scenario);
    change(archive.path(join(scenario, 'opencode.db')), (database) => {
      database.exec(
        "update part set data = json_remove(json_set(data, '$.text', 'total() ign'), '$.time.end') where data like '%\"total() ignores qty.\"%'",
      );
    });
    await archive.ingest();
    const said = async () => (await shown(archive)).flatMap(({ events }) => events).map(({ summary }) => summary);
    expect(await said()).toContain('total() ign');
    put(archive, scenario);
    change(archive.path(join(scenario, 'opencode.db')), (database) =>
      database.exec('update part set time_updated = time_updated + 10000'),
    );
    await archive.ingest();
    expect(await said()).not.toContain('total() ign');
    expect(essence(await shown(archive))).toEqual(essence((await seenAfter(scenario)).sessions));
  });
});
