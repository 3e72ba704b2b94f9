import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fixedTest, Transcript } from '../../../test/support/transcript.ts';
import { TeamClient } from '../../live/push/server/team-client.ts';
import { claudeCode } from '../../sources/claude-code/index.ts';
import { fakeApp, type Ran } from '../../testing/fake-app.ts';
import { tryTeam, type TriedTeam } from '../../testing/try-team.ts';

const secret = `ghp_${'zqxvkj7Kq2Zr9Wm4Tb8Yc3Nd6Ve5Lf1Hs0Gp'.slice(0, 36)}`;
const source = claudeCode;

let team: TriedTeam;
beforeAll(async () => void (team = await tryTeam()));
afterAll(() => team[Symbol.asyncDispose]());

interface Laptop {
  readonly home: string;
  readonly files: string;
  readonly stemma: (...argv: string[]) => Promise<Ran>;
  readonly json: (...argv: string[]) => Promise<any>; // oxlint-disable-line typescript/no-explicit-any
  write(transcript: Transcript): void;
  config(config: object): void;
}

/** A machine whose user has a token. */
function laptop(token: string | undefined): Laptop {
  const home = mkdtempSync(join(tmpdir(), 'stemma-laptop-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const files = join(home, '.claude/projects/-home-dev-shop');
  const { run } = fakeApp(home, {
    sources: async () => [source],
    ...(token !== undefined && { input: async () => `${token}\n` }),
  });
  return {
    home,
    files,
    stemma: run,
    async json(...argv) {
      const { out, err } = await run(...argv, '--json');
      return out === '' ? { err } : JSON.parse(out);
    },
    write(transcript) {
      mkdirSync(files, { recursive: true });
      writeFileSync(join(files, `${transcript.session}.jsonl`), transcript.toString());
    },
    config(config) {
      mkdirSync(join(home, '.stemma'), { recursive: true });
      writeFileSync(join(home, '.stemma', 'config.json'), JSON.stringify(config));
    },
  };
}

/** Files below a folder that hold a text as it is. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

async function loggedIn(user: string, role: 'reader' | 'writer' | 'admin' = 'writer', workspace = 'main') {
  const token = team.token(user, role, workspace);
  const machine = laptop(token);
  await machine.stemma('login', team.serving.url);
  return { ...machine, token };
}

test('login checks the token with the server and keeps it where only its owner can read it', async () => {
  const token = team.token('ada', 'writer');
  const { stemma, home } = laptop(token);
  expect(await stemma('login', team.serving.url)).toMatchObject({
    code: 0,
    out: `logged in to ${team.serving.url} as ada (writer), workspace main\n`,
  });
  const path = join(home, '.stemma/login.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toContain(token);
  expect(await stemma('logout')).toMatchObject({ code: 0 });
  expect(readdirSync(join(home, '.stemma'))).not.toContain('login.json');
  expect(await stemma('push')).toMatchObject({ code: 1, err: expect.stringContaining('stemma login') });

  expect(await laptop('not-a-token-of-anyone').stemma('login', team.serving.url)).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not know the token'),
  });
  expect(await laptop(token).stemma('login', 'http://stemma.example.org')).toMatchObject({
    code: 2,
    err: expect.stringContaining('not encrypted'),
  });
});

test('nothing is sent of a repository that is not shared; what is sent of the others is shown before', async () => {
  const { stemma, json, write, token } = await loggedIn('bea', 'writer', 'shown');
  write(fixedTest('work').prompt(`the key is ${secret}`));
  write(new Transcript('private', { cwd: '/home/dev/diary' }).prompt('dear diary'));
  await stemma('ingest');
  expect(await json('push', '--dry-run')).toMatchObject({
    dry_run: true,
    files: 0,
    left_out: [
      { repo: 'diary', why: 'not-shared', sessions: 1 },
      { repo: 'shop', why: 'not-shared', sessions: 1 },
    ],
  });

  expect((await stemma('share', 'shop', 'team')).out).toBe('shop: shared with the team\n');
  const dry = await json('push', '--dry-run');
  expect(dry).toMatchObject({ files: 1, sessions: 1, secrets: 1, left_out: [{ repo: 'diary', why: 'not-shared' }] });
  expect((await team.ask('/api/sessions', token)).json).toMatchObject({ total: 0 });

  const sent = await json('push');
  expect(sent).toMatchObject({ dry_run: false, sessions: 1, bytes: dry.bytes, secrets: 1, events: 10 });
  const { sessions } = (await team.ask('/api/sessions', token)).json;
  expect(sessions).toMatchObject([{ repo: 'shop', events: 10 }]);
  expect((await stemma('push')).out).toContain('nothing new for');
  expect(team.log.join('')).not.toContain(secret);
});

test('a repository’s own file shares or refuses for everybody who works there', async () => {
  const { home, stemma, json, write, config } = await loggedIn('cleo', 'writer', 'files');
  const repo = (name: string, share: string) => {
    mkdirSync(join(home, name, '.git'), { recursive: true });
    writeFileSync(join(home, name, '.stemma.json'), JSON.stringify({ share }));
    write(new Transcript(name, { cwd: join(home, name) }).prompt(`work on ${name}`));
  };
  repo('open', 'team');
  repo('closed', 'none');
  repo('own', 'mine');
  await stemma('ingest');
  expect(await json('push', '--dry-run')).toMatchObject({ files: 2, left_out: [{ repo: 'closed', why: 'opted-out' }] });
  config({ share: 'all' });
  expect(await json('push', '--dry-run')).toMatchObject({ files: 2, left_out: [{ repo: 'closed', why: 'opted-out' }] });
  // A refusal is remembered when the folder is gone.
  rmSync(join(home, 'closed'), { recursive: true });
  expect(await json('push')).toMatchObject({ files: 2, left_out: [{ repo: 'closed' }] });
  config({ share: 'none' });
  expect(await json('push', '--dry-run')).toMatchObject({ files: 0 });
});

test('a session of one’s own space is seen by nobody else', async () => {
  const { stemma, write, token, config } = await loggedIn('dora', 'writer', 'spaces');
  write(fixedTest('own'));
  config({ share: { shop: 'mine' } });
  await stemma('ingest');
  await stemma('push');
  const other = team.token('eve', 'admin', 'spaces');
  expect((await team.ask('/mine/api/sessions', token)).json).toMatchObject({ total: 1 });
  for (const path of ['/api/sessions', '/mine/api/sessions'])
    expect((await team.ask(path, other)).json).toMatchObject({ total: 0 });
});

test('a reader cannot push, and secrets leave only where the workspace allows it', async () => {
  const reader = await loggedIn('rita', 'reader');
  reader.write(fixedTest('r'));
  reader.config({ share: 'all' });
  await reader.stemma('ingest');
  expect(await reader.stemma('push')).toMatchObject({ code: 1, err: expect.stringContaining('needs writer') });

  const writer = await loggedIn('will');
  writer.write(fixedTest('w'));
  writer.config({ share: 'all' });
  await writer.stemma('ingest');
  expect(await writer.stemma('push', '--raw')).toMatchObject({ code: 1, err: expect.stringContaining('redacted') });
});

test('what is forgotten here is forgotten there, and does not come back from another machine', async () => {
  const machine = await loggedIn('fay', 'writer', 'forgetting');
  const { stemma, json, write, config, token, files } = machine;
  const word = 'wombatalgebra';
  const [first, second] = [fixedTest('first').prompt(`think of ${word}`), fixedTest('second')];
  write(first);
  write(second);
  config({ share: 'all' });
  await stemma('ingest');
  await stemma('push');
  expect(filesWith(team.folder, word)).not.toEqual([]);

  expect(await json('forget', `claude:${first.session}`, '--yes')).toMatchObject({
    server: { forgotten: [`claude:${first.session}`], sessions: 1, events: 10 },
  });
  // Not even in free pages or logs of the database.
  expect(filesWith(team.folder, word)).toEqual([]);
  expect((await team.ask('/api/sessions', token)).json).toMatchObject({ total: 1 });

  expect(await json('forget', `claude:${second.session}`, '--yes')).toMatchObject({ server: { sessions: 1 } });
  expect((await team.ask('/api/sessions', token)).json).toMatchObject({ total: 0 });

  // Another machine with the same files.
  const other = { ...laptop(token) };
  await other.stemma('login', team.serving.url);
  mkdirSync(other.files, { recursive: true });
  for (const name of readdirSync(files)) writeFileSync(join(other.files, name), readFileSync(join(files, name)));
  other.config({ share: 'all' });
  await other.stemma('ingest');
  expect(await other.json('push')).toMatchObject({ sessions: 0, events: 0, problems: [{}, {}] });
  expect((await team.ask('/api/sessions', token)).json).toMatchObject({ total: 0 });
  expect(await other.json('push')).toMatchObject({ problems: [], left_out: [{ why: 'refused', sessions: 2 }] });
});

test('with `push` in config.json ingest sends, and so does watch while an agent works', async () => {
  const { stemma, write, config, token, home } = await loggedIn('hal', 'writer', 'watching');
  const [first, second] = [fixedTest('before'), fixedTest('meanwhile')];
  write(first);
  config({ share: 'all', push: true });
  expect(await stemma('ingest')).toMatchObject({ code: 0, err: expect.stringMatching(/sent 1 session, .*0 secrets/) });

  const stop = new AbortController();
  const { run } = fakeApp(home, {
    sources: async () => [source],
    untilInterrupted: () => stop.signal,
    clock: Date.now,
  });
  const watching = run('watch');
  write(second);
  await expect
    .poll(async () => (await team.ask('/api/sessions', token)).json.total, { timeout: 15_000, interval: 200 })
    .toBe(2);
  stop.abort();
  expect(await watching).toMatchObject({ code: 0 });
});

test('what the team has learned is known offline after a pull, and gone when it is removed', async () => {
  const ada = await loggedIn('ada', 'writer', 'memory');
  const solved = (name: string) =>
    new Transcript(name)
      .prompt('install it')
      .calls('toolu_1', 'Bash', { command: 'make frobnicate' })
      .returns('toolu_1', 'Exit code 2\nError: frobnicator quux is not calibrated', true)
      .calls('toolu_2', 'Bash', { command: 'npm install quux-calibration' })
      .returns('toolu_2', 'added 1 package')
      .calls('toolu_3', 'Bash', { command: 'make frobnicate' })
      .returns('toolu_3', 'ok')
      .says('Done.');
  for (const name of ['one', 'two', 'three']) ada.write(solved(name));
  ada.config({ share: 'all' });
  await ada.stemma('ingest');
  await ada.stemma('push');

  const bob = await loggedIn('bob', 'reader', 'memory');
  const failure = 'Error: frobnicator quux is not calibrated';
  await bob.stemma('ingest');
  expect((await bob.json('similar', failure)).matches).toEqual([]);
  expect(await bob.json('pull')).toMatchObject({ failures: 3, sessions: 3, truncated: false });
  const { matches } = await bob.json('similar', failure);
  expect(matches[0]).toMatchObject({ repo: 'shop', story: { pulled: true } });
  expect(matches[0].why).toContain("from the team's server");
  expect((await ada.json('patterns')).patterns).toMatchObject([{ count: 3, resolved: 3 }]);
  expect(await bob.json('patterns')).toEqual(await ada.json('patterns'));
  expect((await bob.json('advise', failure, '--command', 'make frobnicate')).advice).toMatchObject({
    fix: expect.stringContaining('npm install quux-calibration'),
  });
  // It is not in one's own numbers.
  expect(await bob.json('sessions')).toMatchObject({ total: 0 });
  expect(await bob.json('pull')).toMatchObject({ failures: 3 });

  // Who pushed it knows it already.
  expect(await ada.json('pull')).toMatchObject({ failures: 0 });

  expect(await bob.json('logout', '--forget')).toMatchObject({ removed_memory: true });
  expect((await bob.json('similar', failure)).matches).toEqual([]);
});

test('a server that was away forgets at the next push', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-team-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = await tryTeam({ folder });
  const { port, url } = before.serving;
  const token = before.token('gil', 'writer');
  const { stemma, json, write, config } = laptop(token);
  await stemma('login', url);
  const session = fixedTest('away');
  write(session);
  config({ share: 'all' });
  await stemma('ingest');
  await stemma('push');
  await before[Symbol.asyncDispose]();
  const uid = `claude:${session.session}`;
  expect(await json('forget', uid, '--yes')).toMatchObject({ forgotten: { sessions: 1 }, server: { waiting: [uid] } });

  await using after = await tryTeam({ folder, port });
  expect((await after.ask('/api/sessions', token)).json).toMatchObject({ total: 1 });
  await stemma('push');
  expect((await after.ask('/api/sessions', token)).json).toMatchObject({ total: 0 });
});

test('push.db may be deleted or damaged: who refused stays out, what waits to be forgotten is, also in one’s own space', async () => {
  const { home, stemma, json, write, config, token } = await loggedIn('ivy', 'writer', 'lost');
  mkdirSync(join(home, 'closed/.git'), { recursive: true });
  writeFileSync(join(home, 'closed/.stemma.json'), '{"share": "none"}');
  write(new Transcript('closed', { cwd: join(home, 'closed') }).prompt('not for others'));
  write(fixedTest('own'));
  config({ share: { shop: 'mine', '*': 'team' } });
  await stemma('ingest');
  expect(await json('push')).toMatchObject({ sessions: 1 });
  rmSync(join(home, 'closed'), { recursive: true });

  for (const end of ['-wal', '-shm']) rmSync(join(home, `.stemma/push.db${end}`), { force: true });
  writeFileSync(join(home, '.stemma/push.db'), 'no database, but long enough to look like the file of one'.repeat(9));
  expect(await json('push')).toMatchObject({ bytes: 0, events: 0, problems: [], left_out: [{ why: 'opted-out' }] });

  rmSync(join(home, '.stemma/push.db'));
  await stemma('logout');
  const uid = `claude:${fixedTest('own').session}`;
  expect((await team.ask('/mine/api/sessions', token)).json).toMatchObject({ total: 1 });
  await stemma('login', team.serving.url);
  expect(await json('forget', uid, '--yes')).toMatchObject({ server: { forgotten: [uid], refused: [], waiting: [] } });
  expect((await team.ask('/mine/api/sessions', token)).json).toMatchObject({ total: 0 });
});

test('forgetting more sessions than a request holds, of which the server has none, is no problem for anybody', async () => {
  const token = team.token('jim', 'writer', 'many');
  const sessions = Array.from({ length: 1_050 }, (_, number) => `claude:none-${number}`);
  const client = new TeamClient({ url: team.serving.url, token });
  expect(await client.forget('team', sessions)).toMatchObject({ forgotten: [], refused: [] });
  expect(await client.forget('mine', sessions)).toMatchObject({ forgotten: sessions });
});
