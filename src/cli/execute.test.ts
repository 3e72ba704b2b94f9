import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hooksSource } from '../sources/hooks/index.ts';
import { agents } from '../sources/registry.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { fakeApp } from '../testing/fake-app.ts';
import type { Ran } from '../testing/fake-app.ts';
import { delegation, failedTest, hostile, subagent, token } from '../testing/stories.ts';
import { idOf, link, writeStories, uidOf } from '../testing/write-stories.ts';
import type { Story } from '../testing/write-stories.ts';
import { width } from './text/width.ts';

let home: string;
let stemma: (...argv: string[]) => Promise<Ran>;

beforeAll(async () => {
  // Text shows local time; let that be the same everywhere.
  vi.stubEnv('TZ', 'UTC');
  home = await mkdtemp(join(tmpdir(), 'stemma-cli-'));
  await mkdir(join(home, '.stemma'));
  await using store = await openSqlite(join(home, '.stemma', 'stemma.db'), { mode: 'write' });
  await writeStories(store, failedTest, delegation, subagent, hostile);
  await link(store, subagent, [
    { of: delegation, cause: 'spawn', effect: 'task', evidence: ['call spawn started delegation/scout'] },
  ]);
  stemma = fakeApp(home).run;
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

describe('exit codes and streams', () => {
  test('an answer is on stdout, with nothing on stderr, and 0', async () => {
    const { code, out, err } = await stemma('sessions');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Make the tests pass');
  });

  test('a failure is on stderr, with a hint, and 1', async () => {
    expect(await stemma('timeline', 'nope')).toEqual({
      code: 1,
      out: '',
      err: 'stemma: There is no session "nope" in this archive.\n        `stemma sessions --all` lists the sessions there are; `stemma ingest` reads what is new.\n',
    });
  });

  test.each([
    [['sesions'], 'stemma: There is no command "sesions"; did you mean sessions?'],
    [['sessions', '--fialed'], 'stemma: sessions has no flag --fialed; did you mean --failed?'],
    [['why'], 'stemma: why needs EVENT'],
    [['forget'], 'stemma: forget needs to know what'],
    [['help', 'tre'], 'stemma: There is no command "tre"; did you mean tree?'],
    [['search', ' * '], 'stemma: " * " contains no word to search for.'],
    [['completion', 'tcsh'], 'stemma: There is no completion for "tcsh"'],
  ])('misuse is explained in one sentence, with 2: %j', async (argv, message) => {
    const { code, out, err } = await stemma(...argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  test('a bug keeps its stack and asks to be reported', async () => {
    const broken = fakeApp(home, {
      openStore: async () => {
        throw new TypeError('x is undefined');
      },
    });
    const { code, err } = await broken.run('sessions');
    expect(code).toBe(1);
    expect(err).toMatch(/bug in stemma[\s\S]*TypeError: x is undefined[\s\S]*execute\.test\.ts/);
  });

  test('--help explains a command and --version the version, wherever they stand', async () => {
    expect((await stemma('why', '--help')).out).toMatch(/^stemma why: Walk back/);
    expect((await stemma('--help', 'why')).out).toMatch(/^stemma why: Walk back/);
    expect((await stemma('--version')).out).toMatch(/^stemma 0\.0\.0/);
    expect((await stemma()).out).toMatch(/usage: stemma COMMAND/);
  });
});

test('questions never ingest, and say how old the archive is', async () => {
  const later = fakeApp(home, { clock: () => Date.parse('2026-03-02T13:00:00Z') });
  expect((await later.run('sessions')).err).toBe('ingested 3 h ago; `stemma ingest` brings it up to date\n');
  expect((await later.run('sessions', '--quiet')).err).toBe('');
  const empty = join(home, 'nothing-here');
  expect((await stemma('sessions', '--home', empty)).err).toMatch(/empty; `stemma ingest` fills it/);
  await expect(stat(empty)).rejects.toThrow('ENOENT');
});

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
      2026-03-02 09:00 · 4 steps · 1 failed · shop

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
      2026-03-02 09:00 · 4 steps · 1 failed · shop

      ev_13dhfgd 09:00:03 ! npm test
        message   exit 1: 1 failing in cart.test.ts
        culprit   the call itself (likely)
        fixed by  ev_3ygp3t6 src/cart.ts
        proof     ev_5v0v74c npm test
        after     6.0 s

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
      2026-03-02 09:00 · 4 steps · 1 failed · shop

      1. ev_13dhfgd 09:00:03 ! npm test
        message   exit 1: 1 failing in cart.test.ts
        culprit   the call itself (likely)
        fixed by  ev_3ygp3t6 src/cart.ts
        proof     ev_5v0v74c npm test
        why here  fixed after 2 calls and 6.0 s

      ranked by rules; \`stemma failure ID\` shows one from its root to what it broke
      "
    `);
    expect((await stemma('failure', 'run')).out).toMatchInlineSnapshot(`
      "quill:failed-test · 2026-03-02 09:00

      ev_13dhfgd 09:00:02 ! sh npm test
          = exit 1: 1 failing in cart.test.ts

      Fixed after 2 calls and 6.0 s. The call itself may be wrong.

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
      2026-03-02 09:00 · 4 steps · 1 failed · shop

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
      "ev_2begdzv  today 09:00  quill:failed-t  error
        exit 1: 1 «failing» in cart.test.ts
      "
    `);
    expect((await stemma('search', 'xyzzy')).out).toBe('No events found.\n');
  });

  test('replay', async () => {
    expect((await stemma('replay', 'failed-test', '--limit', '4')).out).toMatchInlineSnapshot(`
      "Make the tests pass
      quill:failed-test
      2026-03-02 09:00 · 4 steps · 1 failed · shop

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
  });

  test('doctor', async () => {
    const { code, out } = await stemma('doctor', '--check');
    expect(code).toBe(0);
    expect(out).toMatch(/integrity +intact/);
    expect(out).toMatch(/archived +4 files, 4 sessions, 19 events, 1 failed/);
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

test('help and completion are JSON too when it is asked for', async () => {
  const jsonOf = async (...argv: string[]) => JSON.parse((await stemma(...argv, '--json')).out);
  expect((await jsonOf('help')).groups[0]).toMatchObject({
    title: 'Begin',
    commands: [{ name: 'start' }, { name: 'demo' }, { name: 'ingest' }, { name: 'serve' }, { name: 'watch' }],
  });
  expect(await jsonOf('why', '--help')).toMatchObject({
    name: 'why',
    positionals: [{}, {}],
    flags: { limit: { type: 'integer' } },
  });
  expect(await jsonOf('completion', 'bash')).toMatchObject({
    shell: 'bash',
    script: expect.stringContaining('complete '),
  });
});

describe.each([40, 50, 60, 80, 120])('on a page of %i columns', (columns) => {
  const narrow = async (...argv: string[]) => {
    let text = '';
    const out = {
      isTerminal: false,
      columns,
      write: async (piece: string | Uint8Array) => void (text += String(piece)),
    };
    await fakeApp(home, { out }).run(...argv);
    return text.split('\n');
  };
  const scout = uidOf(subagent);

  test.each(
    [
      ['sessions', '--all'],
      ['sessions', '--all', '--limit', '1'],
      ['timeline', 'hostile'],
      ['timeline', 'failed-test', '--limit', '3'],
      ['tree', 'hostile'],
      ['tree', 'delegation'],
      ['tree', 'delegation', '--limit', '1'],
      ['graph', scout],
      ['graph', scout, '--limit', '1'],
      ['replay', 'hostile'],
      ['replay', 'failed-test', '--limit', '2'],
      ['event', 'cat'],
      ['event', 'grep'],
      ['search', 'log'],
      ['search', 'look', '--limit', '1'],
      ['why', scout, 'task'],
      ['errors', 'failed-test'],
      ['failure', 'failed-test'],
      ['failure', 'run'],
      ['failure', 'fix'],
      ['failure', 'hostile'],
      ['why', scout, 'task', '--all'],
      ['why', 'grep'],
      ['impact', 'delegation', 'spawn'],
      ['impact', 'grep'],
      ['roots', scout, 'task'],
      ['roots', 'grep'],
      ['critical-path', 'failed-test'],
      ['critical-path', scout],
      ['forget', 'delegation', '--dry-run'],
      ['start'],
    ].map((argv) => ({ argv, words: argv.join(' ') })),
  )('no line is wider: $words', async ({ argv }) => {
    const lines = await narrow(...argv);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(width(line), line).toBeLessThanOrEqual(columns);
  });

  test('sessions can be told apart and asked for, and their titles read', async () => {
    const lines = await narrow('sessions');
    expect(lines[1]).toMatch(/quill:failed-t +.*Make the tests p/);
  });
});

describe('transcripts are hostile', () => {
  const questions = [
    ['timeline', 'hostile'],
    ['tree', 'hostile'],
    ['graph', 'hostile'],
    ['replay', 'hostile'],
    ['event', 'cat'],
    ['sessions'],
    ['search', 'log'],
    ['why', 'hostile', 'cat'],
    ['impact', 'hostile', 'cat'],
    ['roots', 'hostile', 'cat'],
    ['critical-path', 'hostile'],
    ['errors', 'hostile'],
    ['failure', 'hostile'],
    ['failure', 'hostile', 'cat'],
  ];

  test.each(questions)('no escape reaches the terminal: %s %s', async (...argv) => {
    expect((await stemma(...argv.filter(Boolean))).out).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  });

  test('no secret leaves with the content, unless it is asked for raw', async () => {
    const id = idOf(hostile, 'out');
    const contentOf = async (...flags: string[]) =>
      JSON.parse((await stemma('event', id, '--json', ...flags)).out).content.output;
    expect(await contentOf()).toContain('[redacted:');
    expect(await contentOf()).not.toContain(token);
    expect(await contentOf('--raw')).toContain(token);
  });
});

describe('export', () => {
  test('goes to a file that did not exist, readable by its owner alone', async () => {
    const path = join(home, 'out.jsonl');
    expect(await stemma('export', 'failed-test', '--format', 'jsonl', '--out', path)).toEqual({
      code: 0,
      out: '',
      err: `wrote ${path}\n`,
    });
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(10);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await stemma('export', 'failed-test', '--out', path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists'),
    });
  });

  test('goes to stdout otherwise', async () => {
    expect(JSON.parse((await stemma('export', 'failed-test')).out).events).toHaveLength(9);
  });

  test.each([
    ['mermaid', /^---\nconfig:/],
    ['dot', /^digraph stemma \{/],
    ['svg', /^<svg /],
    ['html', /^<!doctype html>/],
  ])('draws a session as %s', async (format, beginning) => {
    const { code, out } = await stemma('export', 'failed-test', '--format', format);
    expect(code).toBe(0);
    expect(out).toMatch(beginning);
    expect(out).toContain('make the tests pass');
  });

  test('draws what led to one event, wherever it is', async () => {
    const { out } = await stemma('export', '--event', 'task', '--format', 'mermaid');
    expect(out).toContain('Why: look through the logs');
    expect((await stemma('export', 'delegation', '--event', 'grep', '--format', 'svg')).err).toContain(
      'no event "grep" in quill:delegation',
    );
  });

  test('says so when a flag for pictures stands with a format that is none', async () => {
    expect(await stemma('export', '--event', 'task')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--event is for pictures; json holds the whole session.'),
    });
    expect(await stemma('export', '--format', 'svg', '--min-confidence', '7')).toMatchObject({
      code: 2,
      err: expect.stringContaining('from 0 to 1'),
    });
  });
});

test('restore writes the bytes back, and never over anything', async () => {
  const to = join(home, 'back');
  const { code, out } = await stemma('restore', 'failed-test', '--to', to);
  expect(code).toBe(0);
  expect(out).toMatch(/1 file, .*, byte for byte/);
  expect((await readFile(join(to, 'failed-test.jsonl'), 'utf8')).split('\n')[0]).toContain('"make the tests pass"');
  expect(await stemma('restore', 'failed-test', '--to', to)).toMatchObject({ code: 1 });
});

test('backup makes a whole copy', async () => {
  const copy = join(home, 'copy', 'stemma.db');
  await mkdir(join(home, 'copy'));
  expect((await stemma('backup', copy)).code).toBe(0);
  expect((await stemma('sessions', '--json', '--home', join(home, 'copy'))).out).toBe(
    (await stemma('sessions', '--json')).out,
  );
  expect((await stemma('backup', copy)).code).toBe(1);
});

describe('forget', () => {
  const inACopy = async () => {
    const folder = await mkdtemp(join(home, 'forget-'));
    await stemma('backup', join(folder, 'stemma.db'));
    return folder;
  };

  test('asks first, and takes no for an answer', async () => {
    const folder = await inACopy();
    const asked: string[] = [];
    const answering = (answer: string) => fakeApp(home, { question: async (text) => (asked.push(text), answer) });
    expect((await answering('n').run('forget', 'failed-test', '--home', folder)).code).toBe(1);
    expect(asked).toEqual(['Forget 1 session with 9 events for good? [y/N] ']);
    expect((await answering('y').run('forget', 'failed-test', '--home', folder)).out).toMatch(
      /^forgot 1 session: 9 events/,
    );
    expect((await stemma('timeline', 'failed-test', '--home', folder)).code).toBe(1);
  });

  test('does nothing where nobody can be asked, or when it is only tried', async () => {
    const folder = await inACopy();
    expect(await stemma('forget', 'delegation', '--home', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes'),
    });
    const tried = JSON.parse((await stemma('forget', 'delegation', '--dry-run', '--json', '--home', folder)).out);
    expect(tried).toEqual({ dry_run: true, sessions: [uidOf(delegation), uidOf(subagent)], kept_copies: [] });
    expect(JSON.parse((await stemma('sessions', '--json', '--home', folder)).out).total).toBe(4);
  });

  test('takes what hooks wrote down along', async () => {
    const folder = await inACopy();
    await mkdir(join(folder, 'spool'));
    await writeFile(
      join(folder, 'spool', 'claude-code.PreToolUse.1.0'),
      JSON.stringify({ session_id: 'heard', tool_use_id: 'c', tool_name: 'Bash', tool_input: { command: 'make' } }),
    );
    const listening = fakeApp(home, { sources: async () => [hooksSource(agents)] }).run;
    await listening('ingest', '--home', folder);
    const log = join(folder, 'hooks', 'claude-code', 'heard.jsonl');
    expect((await stat(log)).size).toBeGreaterThan(0);
    expect(await listening('forget', 'claude:heard', '--yes', '--home', folder)).toMatchObject({ code: 0 });
    await expect(stat(log)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('takes sub-agents along', async () => {
    const folder = await inACopy();
    expect((await stemma('forget', 'delegation', '--dry-run', '--home', folder)).out).not.toContain('in one file');
    expect((await stemma('forget', 'delegation', '--yes', '--json', '--home', folder)).out).toContain(
      '"forgotten":{"sessions":2,"events":7',
    );
    expect(JSON.parse((await stemma('sessions', '--json', '--home', folder)).out).total).toBe(2);
  });
});

describe('forgetting a session that was forked', () => {
  const fork: Story = {
    name: 'fork',
    root: 'failed-test',
    parent: { name: 'failed-test', relation: 'fork' },
    events: [{ id: 'on', t: 'prompt', text: 'go on' }],
  };
  const resumed: Story = {
    name: 'resumed',
    root: 'failed-test',
    parent: { name: 'fork', relation: 'fork' },
    events: [{ id: 'on2', t: 'prompt', text: 'and on' }],
  };
  const withForks = async () => {
    const folder = await mkdtemp(join(home, 'forks-'));
    await using store = await openSqlite(join(folder, 'stemma.db'), { mode: 'write' });
    await writeStories(store, failedTest, fork, resumed);
    return folder;
  };

  test.each([
    ['only tried', '--dry-run'],
    ['done', '--yes'],
  ])('names what keeps copies of it, when it is %s', async (_, flag) => {
    const { out } = await stemma('forget', 'failed-test', flag, '--home', await withForks());
    expect(out).toContain(
      'quill:fork (fork) begins with a copy of quill:failed-t and is kept; forget it\ntoo with `stemma forget quill:fork`\n',
    );
    expect(out).toContain('quill:resumed (fork) begins with a copy of quill:fork and is kept');
    const json = JSON.parse((await stemma('forget', 'failed-test', flag, '--json', '--home', await withForks())).out);
    expect(json.kept_copies).toEqual([
      { uid: 'quill:fork', relation: 'fork', of: 'quill:failed-test' },
      { uid: 'quill:resumed', relation: 'fork', of: 'quill:fork' },
    ]);
  });

  test('says nothing of a copy that goes too', async () => {
    const json = JSON.parse(
      (await stemma('forget', 'failed-test', 'fork', 'resumed', '--dry-run', '--json', '--home', await withForks()))
        .out,
    );
    expect(json.kept_copies).toEqual([]);
  });
});

describe('ingest says what became of what was there', () => {
  const line = (id: string) => `${JSON.stringify({ t: 'prompt', id, at: '2026-03-02T09:00:00Z', text: id })}\n`;
  const folderWith = async (name: string, text: string) => {
    const folder = await mkdtemp(join(home, 'ingest-'));
    await writeFile(join(folder, name), text);
    return folder;
  };

  test('nothing of an agent', async () => {
    const folder = await folderWith('notes.txt', 'buy milk\n');
    expect(await stemma('ingest', folder, '--home', join(folder, 'home'))).toMatchObject({
      code: 0,
      out: `no transcripts found below ${folder}\n`,
    });
    expect(await stemma('ingest', '--home', join(folder, 'home'))).toMatchObject({
      code: 0,
      out: 'no transcripts found on this machine\n',
    });
  });

  test('something new, then nothing new, then something forgotten, then the same made again', async () => {
    const folder = await folderWith('a.jsonl', line('one') + line('two'));
    await writeFile(join(folder, 'b.jsonl'), line('three'));
    const to = ['--home', join(folder, 'home')];
    expect((await stemma('ingest', folder, ...to)).out).toMatch(/2 files .*: 3 new events in 2 sessions/);
    expect((await stemma('ingest', folder, ...to)).out).toBe('nothing new\n');
    expect((await stemma('forget', 'a', '--yes', ...to)).out).toMatch(/^forgot 1 session/);
    expect((await stemma('ingest', folder, ...to)).out).toBe(
      'nothing new\n1 file left out: its session was forgotten\n',
    );
    expect((await stemma('rebuild', ...to)).out).toMatch(/1 file .*: 1 event made again in 1 session/);
  });

  test('more unreadable lines than doctor wants to list', async () => {
    const folder = await folderWith('torn.jsonl', line('one') + '{"t":\n'.repeat(30));
    const to = ['--home', join(folder, 'home')];
    await stemma('ingest', folder, ...to);
    const { out } = await stemma('doctor', ...to);
    expect(out.match(/torn\.jsonl:/g)).toHaveLength(5);
    expect(out).toMatch(/… and 25 more$/m);
    const { issues, issue_total } = JSON.parse((await stemma('doctor', '--json', ...to)).out);
    expect({ listed: issues.length, issue_total }).toEqual({ listed: 20, issue_total: 30 });
  });
});

test('the demo is there when it is first asked about, without a word', async () => {
  const story = await mkdtemp(join(home, 'story-'));
  await writeFile(
    join(story, 'tale.jsonl'),
    `${JSON.stringify({ t: 'prompt', id: 'p', at: '2026-03-02T09:00:00Z', text: 'tell me' })}\n`,
  );
  const app = fakeApp(home, { story });
  const to = ['--demo', '--home', join(story, 'home')];
  expect(await app.run('timeline', ...to)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('> tell me'),
  });
  expect((await app.run('sessions', '--home', join(story, 'home'))).out).toBe('no sessions\n');
});

test('sessions are found by the folder they worked in as well as by the name of their repository', async () => {
  const uids = async (repo: string) =>
    JSON.parse((await stemma('sessions', '--json', '--repo', repo)).out).sessions.map(
      ({ uid }: { uid: string }) => uid,
    );
  expect(await uids('/home/dev/shop')).toContain(uidOf(failedTest));
  expect(await uids('/home/dev/sho')).toEqual([]);
});

test("a sub-agent without a file of its own comes back with its caller's", async () => {
  const folder = await mkdtemp(join(home, 'inline-'));
  const { sources } = await import('../sources/all-sources.ts');
  const app = fakeApp(home, { sources: async () => sources });
  const to = ['--home', join(folder, 'home')];
  await app.run('ingest', 'src/sources/claude-code/fixtures/0.2.106-inline-sidechains/projects', ...to);
  const { sessions } = JSON.parse((await app.run('sessions', '--json', ...to)).out) as { sessions: { uid: string }[] };
  const inline = sessions.find(({ uid }) => uid.includes('/side-'))!;
  const { code, out } = await app.run('restore', inline.uid, '--to', join(folder, 'back'), ...to);
  expect(code).toBe(0);
  expect(out).toContain(
    'This sub-agent wrote into the file of the session that started it; that file was restored, whole.',
  );
  expect(await app.run('restore', inline.uid, '--version', '9', '--to', join(folder, 'again'), ...to)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('has a version 9.\n        Versions count from 0; the last one here is 0.'),
  });
});

test('of chats that are in one file, forget says that they go together, and restore that they come back together', async () => {
  const folder = await mkdtemp(join(home, 'chats-'));
  const { sources } = await import('../sources/all-sources.ts');
  const app = fakeApp(home, { sources: async () => sources });
  const to = ['--home', join(folder, 'home')];
  const chat = (at: string, words: string) =>
    `\n# aider chat started at ${at}\n\n> Aider v0.86.1  \n\n#### ${words}  \n\nDone.\n`;
  await writeFile(
    join(folder, '.aider.chat.history.md'),
    chat('2026-01-01 10:00:00', 'fix the cart') + chat('2026-01-02 10:00:00', 'fix the till'),
  );
  await app.run('ingest', join(folder, '.aider.chat.history.md'), ...to);
  const { out } = await app.run('restore', 'aider:20260102', '--to', join(folder, 'back'), ...to);
  expect(out).toContain('This session is in one file with others; that file was restored, whole.');
  expect((await app.run('forget', '--before', '2026-01-02', '--yes', ...to)).out).toBe('no such sessions\n');
  expect((await app.run('forget', '--before', '2026-01-03', '--dry-run', ...to)).out).toMatch(
    /would forget 2 sessions/,
  );
  for (const flag of ['--dry-run', '--yes']) {
    const forgotten = (await app.run('forget', 'aider:20260102', flag, ...to)).out;
    expect(forgotten).toMatch(/forg[eo]t 2 sessions/);
    expect(forgotten).toContain(
      'Sessions that are in one file, as the chats of Aider in a repository are, go\ntogether, and that file is not read again.\n',
    );
  }
});

describe('config.json', () => {
  const withConfig = async (text: string) => {
    const folder = await mkdtemp(join(home, 'config-'));
    await writeFile(join(folder, 'config.json'), text);
    return folder;
  };

  test('that is no JSON is named, and nothing is done', async () => {
    const folder = await withConfig('{ exclude: ');
    expect(await stemma('sessions', '--home', folder)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(join(folder, 'config.json')),
    });
  });

  test('with a value of the wrong type is refused', async () => {
    expect((await stemma('sessions', '--home', await withConfig('{"exclude": "x"}'))).err).toContain(
      '`exclude` must be a list',
    );
    expect((await stemma('sessions', '--home', await withConfig('[]'))).code).toBe(1);
  });

  test('with an unknown key is used, with a warning', async () => {
    const { code, err } = await stemma('sessions', '--home', await withConfig('{"exlude": []}'));
    expect(code).toBe(0);
    expect(err).toContain('"exlude" that stemma does not know; did you mean "exclude"?');
  });
});

test('colours are for terminals, unless somebody does not want them', async () => {
  const onTerminal = (env = {}) => {
    let text = '';
    const out = {
      isTerminal: true,
      columns: 100,
      write: async (piece: string | Uint8Array) => void (text += String(piece)),
    };
    const app = fakeApp(home, { out, machine: { home, env: { STEMMA_HOME: join(home, '.stemma'), ...env } } });
    return async (...argv: string[]) => (await app.run(...argv), text);
  };
  expect(await onTerminal()('timeline', 'failed-test')).toContain('\x1b[31m✗');
  expect(await onTerminal()('timeline', 'failed-test', '--no-color')).not.toContain('\x1b');
  expect(await onTerminal({ NO_COLOR: '1' })('timeline', 'failed-test')).not.toContain('\x1b');
});
