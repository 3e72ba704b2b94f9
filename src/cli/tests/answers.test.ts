import { describe, expect, test } from 'vitest';
import { homeWithStories } from '../../testing/home-with-stories.ts';
import { failedTest, subagent } from '../../testing/stories.ts';
import { uidOf } from '../../testing/write-stories.ts';

const { stemma } = homeWithStories();

describe('every question answers in text and in JSON', () => {
  test('sessions: text shows what people started, JSON everything', async () => {
    expect((await stemma('sessions')).out).toMatchInlineSnapshot(`
      "  session         last active      steps failed  title
      ! quill:failed-t  today 09:00          4      1  Make the tests pass
        quill:delegati  today 08:00          2         Find the slow query
        quill:hostile   2026-03-01 08:00     2         Read the log
      "
    `);
    const json = JSON.parse((await stemma('sessions', '--json')).out);
    expect(json).toMatchObject({ total: 4, truncated: false });
    expect(json.sessions.map(({ uid }: { uid: string }) => uid)).toContain(uidOf(subagent));
    expect(json.sessions[0]).toMatchObject({
      uid: uidOf(failedTest),
      source: 'quill',
      steps: 4,
      errors: 1,
      parent: null,
      cost: { turns: 1 },
    });
  });

  test('timeline', async () => {
    expect((await stemma('timeline', 'failed-test')).out).toMatchInlineSnapshot(`
      "Make the tests pass
      quill:failed-test
      2026-03-02 09:00 · 4 steps · 1 failure · shop

      ev_5mrwrrh 09:00:00   > make the tests pass
      ev_6dmkqnq 09:00:01   I will run them first.
      ev_13dhfgd 09:00:02 ! sh npm test                                          2.3 s
      ev_2begdzv 09:00:03 !   = exit 1: 1 failing in cart.test.ts
      ev_3ygp3t6 09:00:04   edit src/cart.ts
      ev_0njf6z6 09:00:05     = ok
      ev_5v0v74c 09:00:06   sh npm test
      ev_6za01vv 09:00:07     = 12 passing
      ev_460vb6n 09:00:08   All tests pass now.
      "
    `);
    expect(JSON.parse((await stemma('timeline', 'failed-test', '--json', '--limit', '2')).out)).toMatchObject({
      events: [{ kind: 'user_msg' }, {}],
      total: 9,
      truncated: true,
      next: 2,
    });
    expect((await stemma('timeline', 'failed-test', '--kind', 'error')).out).toContain('1 failing');
  });

  test('tree', async () => {
    expect((await stemma('tree', 'delegation')).out).toMatchInlineSnapshot(`
      "Find the slow query
      quill:delegation
      2026-03-02 08:00 · 2 steps · shop

      └─ > which query is slow?                                    ev_0yznd0w 08:00:00
         └─ agent look through the logs                            ev_7z6jb0s 08:00:01
            └─ sub-agent Look through the logs (2 steps) quill:delegati/scout
               └─ [harness] look through the logs                  ev_3ssn2pq 08:00:02
                  └─ sh grep slow db.log                           ev_0ajfv8n 08:00:03
      "
    `);
  });

  test('tree by cause', async () => {
    expect((await stemma('tree', 'delegation', '--causal')).out).toMatchInlineSnapshot(`
      "Find the slow query
      quill:delegation
      2026-03-02 08:00 · 2 steps · shop

      ├─ > which query is slow?                                    ev_0yznd0w 08:00:00
      └─ agent look through the logs                               ev_7z6jb0s 08:00:01
         └─ sub-agent Look through the logs (2 steps) quill:delegati/scout
            ├─ [harness] look t…  ← ev_7z6jb0s spawned (recorded)  ev_3ssn2pq 08:00:02
            └─ sh grep slow db.log                                 ev_0ajfv8n 08:00:03
      "
    `);
    const { by, tree } = JSON.parse((await stemma('tree', 'delegation', '--causal', '--json')).out);
    expect(by).toBe('cause');
    expect(tree.steps[1].sessions[0].steps[0]).toMatchObject({ under: null, causes: [{ step: tree.steps[1].id }] });
  });

  test('graph', async () => {
    expect((await stemma('graph', 'delegation/scout')).out).toMatchInlineSnapshot(`
      "Look through the logs
      quill:delegation/scout
      2026-03-02 08:00 · 2 steps · shop
      sub-agent of quill:delegation

      ev_3ssn2pq 08:00:02   [harness] look through the logs
                              ← ev_7z6jb0s spawned (recorded)  call spawn started del…
      ev_0ajfv8n 08:00:03   sh grep slow db.log
      "
    `);
    const whole = JSON.parse((await stemma('graph', 'delegation/scout', '--json')).out);
    const paged = JSON.parse((await stemma('graph', 'delegation/scout', '--json', '--limit', '10')).out);
    expect(whole).toEqual(paged);
  });

  test('why', async () => {
    expect((await stemma('why', 'delegation/scout', 'task')).out).toMatchInlineSnapshot(`
      "quill:delegation/scout · 2026-03-02 08:00

      ev_3ssn2pq 08:00:02   [harness] look through the logs
        because this started it (recorded, in quill:delegati): call spawn started
          delegation/scout
      ev_7z6jb0s 08:00:01   agent look through the logs

      context, not a cause
        spawned by     ev_7z6jb0s agent look through the logs (in quill:delegati)
        in the turn of ev_0yznd0w > which query is slow?
      "
    `);
    expect((await stemma('why', 'fix')).out).toMatchInlineSnapshot(`
      "quill:failed-test · 2026-03-02 09:00

      ev_3ygp3t6 09:00:04   edit src/cart.ts

      no cause found beyond the order of events

      context, not a cause
        in the turn of ev_5mrwrrh > make the tests pass
      "
    `);
    expect((await stemma('why', 'grep')).out).toMatchInlineSnapshot(`
      "quill:delegation/scout · 2026-03-02 08:00

      ev_0ajfv8n 08:00:03   sh grep slow db.log

      no cause found beyond the order of events

      context, not a cause
        in the turn of ev_3ssn2pq [harness] look through the logs
        spawned by     ev_7z6jb0s agent look through the logs (in quill:delegati)
        in the turn of ev_0yznd0w > which query is slow?
      "
    `);
    expect(JSON.parse((await stemma('why', 'delegation/scout', 'task', '--json')).out)).toMatchObject({
      target: { step: { native_id: 'task' } },
      truncated: false,
    });
  });

  test('errors', async () => {
    expect((await stemma('errors', 'failed-test')).out).toMatchInlineSnapshot(`
      "Make the tests pass
      quill:failed-test
      2026-03-02 09:00 · 4 steps · 1 failure · shop

      ev_13dhfgd 09:00:03 ! npm test
        message   exit 1: 1 failing in cart.test.ts
        culprit   the call itself (likely)
        fixed by  ev_3ygp3t6 src/cart.ts
        proof     ev_5v0v74c npm test
        after     4.0 s

      inferred by rules; \`stemma why ID\` shows the causes of a step
      "
    `);
    expect((await stemma('errors', 'delegation')).out).toContain('No failures.\n');
    const whole = JSON.parse((await stemma('errors', 'failed-test', '--json')).out);
    expect(whole).toMatchObject({
      errors: [{ native_id: 'run', kind: 'real', verified: true, verified_by: { native_id: 'again' } }],
      total: 1,
      truncated: false,
    });
    expect(whole).toEqual(JSON.parse((await stemma('errors', 'failed-test', '--json', '--limit', '5')).out));
    expect((await stemma('errors', '--only', 'odd')).err).toContain('real, benign, denied, cascade');
  });

  test('failure', async () => {
    expect((await stemma('failure', 'failed-test')).out).toMatchInlineSnapshot(`
      "Make the tests pass
      quill:failed-test
      2026-03-02 09:00 · 4 steps · 1 failure · shop

      1. ev_13dhfgd 09:00:03 ! npm test
        message   exit 1: 1 failing in cart.test.ts
        culprit   the call itself (likely)
        fixed by  ev_3ygp3t6 src/cart.ts
        proof     ev_5v0v74c npm test
        why here  fixed after 2 calls and 4.0 s

      ranked by rules; \`stemma failure ID\` shows one from its root to what it broke
      "
    `);
    expect((await stemma('failure', 'run')).out).toMatchInlineSnapshot(`
      "quill:failed-test · 2026-03-02 09:00

      ev_13dhfgd 09:00:02 ! sh npm test
          = exit 1: 1 failing in cart.test.ts

      Fixed after 2 calls and 4.0 s. The call itself may be wrong.

      No cause found beyond the order of events. It is in the turn of
        ev_5mrwrrh 09:00:00   > make the tests pass

      What was done about it
        fixed by  ev_3ygp3t6 src/cart.ts
        proof     ev_5v0v74c npm test

      no other failure was found to follow from it
      "
    `);
    expect((await stemma('failure', 'failed-test', 'fix')).out).toMatchInlineSnapshot(`
      "quill:failed-test · 2026-03-02 09:00

      ev_3ygp3t6 09:00:04   edit src/cart.ts

      This step did not fail, and no failure was found that it led to.
      "
    `);
    expect((await stemma('failure', 'delegation')).out).toContain('No failures.\n');
    expect(JSON.parse((await stemma('failure', 'run', '--json')).out)).toMatchObject({
      of: 'event',
      target: { step: { native_id: 'run' } },
      story: { verified: true },
      state: 'solved',
    });
    expect(JSON.parse((await stemma('failure', '--json', '--limit', '1')).out)).toMatchObject({
      of: 'session',
      failures: [{ rank: 1, story: { native_id: 'run' } }],
      total: 1,
      truncated: false,
    });
    expect(await stemma('failure', 'nope')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no session or event "nope"'),
    });
  });

  test('impact', async () => {
    expect((await stemma('impact', 'delegation', 'spawn')).out).toMatchInlineSnapshot(`
      "quill:delegation · 2026-03-02 08:00

      ev_7z6jb0s 08:00:01   agent look through the logs

      It led to
        ev_3ssn2pq 08:00:02   [harness] look through the logs
            this started it (recorded, in quill:delegati/scout): call spawn started
              delegation/scout

      1 step in all
      "
    `);
    expect((await stemma('impact', 'grep')).out).toContain('no effect found beyond the order of events');
    expect(JSON.parse((await stemma('impact', 'delegation', 'spawn', '--json')).out)).toMatchObject({
      target: { step: { native_id: 'spawn' } },
      effects: [{ step: { native_id: 'task' }, depth: 1, via: { basis: 'recorded' } }],
      truncated: false,
    });
  });

  test('roots', async () => {
    expect((await stemma('roots', 'delegation/scout', 'task')).out).toMatchInlineSnapshot(`
      "quill:delegation/scout · 2026-03-02 08:00

      ev_3ssn2pq 08:00:02   [harness] look through the logs

      It began with
        ev_7z6jb0s 08:00:01   agent look through the logs
            recorded, in quill:delegati, directly
      "
    `);
    expect((await stemma('roots', 'grep')).out).toContain('no cause found beyond the order of events');
    expect(JSON.parse((await stemma('roots', 'delegation/scout', 'task', '--json')).out)).toMatchObject({
      roots: [{ step: { native_id: 'spawn' }, strength: 1, recorded: true }],
      total: 1,
      truncated: false,
    });
  });

  test('critical-path', async () => {
    expect((await stemma('critical-path', 'failed-test')).out).toMatchInlineSnapshot(`
      "Make the tests pass
      quill:failed-test
      2026-03-02 09:00 · 4 steps · 1 failure · shop

      1 step took 4.3 s: the model 2.0 s, the calls 2.3 s

         model     call
         2.0 s    2.3 s ev_13dhfgd ! sh npm test

      of 2 steps of the session it is not known how long they took
      "
    `);
    expect(JSON.parse((await stemma('critical-path', 'failed-test', '--json')).out)).toMatchObject({
      steps: [{ native_id: 'run', took_ms: 2300, via: null }],
      untimed: 2,
      truncated: false,
    });
  });

  test('a confidence is between 0 and 1', async () => {
    expect(await stemma('why', 'grep', '--min-confidence', '80')).toMatchObject({
      code: 2,
      err: expect.stringContaining('from 0 to 1'),
    });
    expect((await stemma('why', 'delegation/scout', 'task', '--min-confidence', '1', '--depth', '1')).out).toContain(
      'this started it (recorded',
    );
  });

  test('event', async () => {
    expect((await stemma('event', 'fix')).out).toMatchInlineSnapshot(`
      "edit src/cart.ts

      id        ev_3ygp3t6g8px11nh280cbts
      native id fix
      session   quill:failed-test Make the tests pass
      at        2026-03-02 09:00:04
      kind      edit · act edit · role assistant
      tool      edit
      position  event 5 of its session
      read from /quill/failed-test.jsonl:5
      in turn   ev_5mrwrrh > make the tests pass
      with      ev_0njf6z6 = ok

        {
          "path": "src/cart.ts",
          "old": "a - b",
          "new": "a + b"
        }
      "
    `);
    expect((await stemma('event', 'fix', '--raw')).out).toBe(
      '{"id":"fix","t":"call","tool":"edit","input":{"path":"src/cart.ts","old":"a - b","new":"a + b"},"summary":"src/cart.ts","act":"edit","kind":"edit","turn":"ask","at":"2026-03-02T09:00:04.000Z"}\n',
    );
  });

  test('search', async () => {
    expect((await stemma('search', 'failing')).out).toMatchInlineSnapshot(`
      "Make the tests pass
        quill:failed-t  /home/dev/shop  today 09:00  100 %: failing
        ev_2begdzv  error     exit 1: 1 «failing» in cart.test.ts
      "
    `);
    expect((await stemma('search', 'failing', '--events')).out).toMatchInlineSnapshot(`
      "ev_2begdzv  today 09:00  quill:failed-t  error
        exit 1: 1 «failing» in cart.test.ts
      "
    `);
    expect((await stemma('search', 'xyzzy')).out).toBe('Nothing found. Nowhere in the archive: xyzzy.\n');
  });

  test('replay', async () => {
    expect((await stemma('replay', 'failed-test', '--limit', '4')).out).toMatchInlineSnapshot(`
      "Make the tests pass
      quill:failed-test
      2026-03-02 09:00 · 4 steps · 1 failure · shop

      from /quill/failed-test.jsonl
      ev_5mrwrrh 09:00:00   > make the tests pass                                   :1
      ev_6dmkqnq 09:00:01   I will run them first.                                  :2
      ev_13dhfgd 09:00:02 ! sh npm test                                  2.3 s      :3
      ev_2begdzv 09:00:03 !   = exit 1: 1 failing in cart.test.ts                   :4

      4 of 9 events; --after 4 continues, --limit N shows more at once
      "
    `);
    const { events, total, truncated } = JSON.parse((await stemma('replay', 'failed-test', '--json')).out);
    expect({ count: events.length, total, truncated }).toEqual({ count: 9, total: 9, truncated: false });
    expect(events[2]).toMatchObject({ native_id: 'run', place: { line: 3 }, content: { is: 'call' } });
    // What caused a step stands beside where it was read.
    expect((await stemma('replay', 'delegation/scout', '--brief')).out).toMatch(
      /look through the logs +:1\n +← ev_7z6jb0s agen.*, spawned \(recorded\) in quill:delegati\n/,
    );
  });

  test('replay --summary', async () => {
    expect((await stemma('replay', 'failed-test', '--summary')).out).toMatchInlineSnapshot(`
      "Make the tests pass
      quill:failed-test
      2026-03-02 09:00 · 4 steps · 1 failure · shop

      events    9: assistant_msg ×2, test_run ×2, tool_result ×2, user_msg ×1, error
                ×1, edit ×1
      tools     3 calls: sh ×2 1 failed 2.3 s, edit ×1
      failures  1
      time      2026-03-02 09:00 to 2026-03-02 09:00, 9.0 s, 2.3 s in calls
      "
    `);
    expect(JSON.parse((await stemma('replay', 'failed-test', '--summary', '--json')).out)).toMatchObject({
      events: 9,
      kinds: [{ kind: 'assistant_msg', events: 2 }, {}, {}, {}, {}, {}],
      tools: [
        { tool: 'sh', calls: 2, failed: 1, total_ms: 2300, max_ms: 2300 },
        { tool: 'edit', calls: 1, failed: 0, total_ms: null },
      ],
      calls: 3,
      failures: 1,
      started_at: '2026-03-02T09:00:00.000Z',
      duration_ms: 9000,
      calls_ms: 2300,
    });
  });

  test('doctor', async () => {
    const { code, out } = await stemma('doctor', '--check');
    expect(code).toBe(0);
    expect(out).toMatch(/integrity +intact/);
    expect(out).toMatch(/archived +4 files, 4 sessions, 19 events, 1 failure/);
    expect(JSON.parse((await stemma('doctor', '--json')).out)).toMatchObject({
      damage: null,
      agents: [{ source: 'quill', lines: { mapped: 19 }, last_event_at: expect.stringMatching(/Z$/) }],
    });
  });

  test('version', async () => {
    expect(JSON.parse((await stemma('version', '--json')).out)).toEqual({
      stemma: '0.0.0',
      node: process.versions.node,
      sqlite: process.versions.sqlite,
    });
  });
});

test('sessions are found by the folder they worked in as well as by the name of their repository', async () => {
  const uids = async (repo: string) =>
    JSON.parse((await stemma('sessions', '--json', '--repo', repo)).out).sessions.map(
      ({ uid }: { uid: string }) => uid,
    );
  expect(await uids('/home/dev/shop')).toContain(uidOf(failedTest));
  expect(await uids('/home/dev/sho')).toEqual([]);
});
