import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { fakeApp } from '../../src/testing/fake-app.ts';
import { tryTeam, type TriedTeam } from '../../src/testing/try-team.ts';
import { freshDatabase } from '../support/postgres.ts';

const root = mkdtempSync(join(tmpdir(), 'stemma-team-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A command line at the server of this home. */
function consoleIn(home: string) {
  return fakeApp(home, {
    clock: Date.now,
    openStore: ({ archive, base }, mode) => openStore(archive, { mode, home: base }),
  }).run;
}

async function remember(team: TriedTeam, token: string, message: string, prefix = ''): Promise<void> {
  const { text } = await team.ask(`${prefix}/mcp`, token, {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'record_error', arguments: { message } } },
  });
  expect(text).toContain('Remembered as');
}

const messages = async (team: TriedTeam, token: string, prefix = ''): Promise<readonly string[]> =>
  (await team.ask(`${prefix}/api/errors`, token)).json.errors.map(({ message }: { message: string }) => message);

describe.each([
  ['in files', async () => undefined],
  ['in PostgreSQL', () => freshDatabase()],
])('a server with its archives %s', (where, database) => {
  test('is copied while it runs and restored elsewhere: archives, private spaces, tokens', async () => {
    const [home, other] = [join(root, where, 'home'), join(root, where, 'other')];
    for (const each of [home, other]) mkdirSync(each, { recursive: true });
    const [from, to] = [await database(), await database()];
    const dbOf = (address: string | undefined) => (address === undefined ? [] : ['--db', address]);
    const folder = join(home, '.stemma/server');
    const backup = join(root, where, 'backup');
    let tokens: readonly [string, string];
    {
      await using team = await tryTeam({ folder, ...(from !== undefined && { database: from }) });
      tokens = [team.token('ada', 'writer'), team.token('ada', 'writer', 'shop')];
      await remember(team, tokens[0], 'ECONNREFUSED in main');
      await remember(team, tokens[0], 'EACCES only mine', '/mine');
      await remember(team, tokens[1], 'ENOENT in shop');
      const copied = await consoleIn(home)('server', 'backup', backup, ...dbOf(from), '--json');
      expect(copied.err).toContain('Copying main/mine/ada.');
      expect(JSON.parse(copied.out)).toEqual({
        path: backup,
        archives: ['main/team', 'main/mine/ada', 'shop/team'],
      });
      await remember(team, tokens[0], 'EEXIST after the backup');
      expect((await messages(team, tokens[0])).toSorted()).toEqual(['ECONNREFUSED in main', 'EEXIST after the backup']);
    }
    expect((await consoleIn(other)('server', 'restore', backup, ...dbOf(to))).code).toBe(0);
    expect(await consoleIn(other)('server', 'restore', backup, ...dbOf(to))).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is a server'),
    });
    await using team = await tryTeam({
      folder: join(other, '.stemma/server'),
      ...(to !== undefined && { database: to }),
    });
    expect(await messages(team, tokens[0])).toEqual(['ECONNREFUSED in main']);
    expect(await messages(team, tokens[0], '/mine')).toEqual(['EACCES only mine']);
    expect(await messages(team, tokens[1])).toEqual(['ENOENT in shop']);
    expect(await messages(team, tokens[1], '/mine')).toEqual([]);
    expect(team.registry.auditLines({}, 1)[0]).toMatchObject({ action: 'restored', subject: '3 archives' });
    // And a workspace can be deleted there, with its archives.
    expect((await consoleIn(other)('workspace', 'delete', 'shop', '--yes', ...dbOf(to))).out).toContain('1 archive');
    expect((await team.ask('/api/errors', tokens[1])).status).toBe(401);
    if (to !== undefined) {
      const gone = `${to}_w2`;
      await expect(openStore(gone, { mode: 'read', home: other })).rejects.toMatchObject({ code: 'store-unreachable' });
    }
  }, 60_000);
});

test('databases that PostgreSQL’s own tools restored are found when the server starts', async () => {
  const home = join(root, 'by-other-tools');
  mkdirSync(home, { recursive: true });
  const database = await freshDatabase();
  const folder = join(home, '.stemma/server');
  const token = await (async () => {
    await using team = await tryTeam({ folder, database });
    const ada = team.token('ada', 'writer');
    await remember(team, ada, 'EPIPE in main');
    return ada;
  })();
  // Of the server's own folder only the registry was kept.
  rmSync(join(folder, 'workspaces'), { recursive: true });
  const at = fakeApp(home, { clock: Date.now, serveTeam: async () => undefined }).run;
  expect((await at('server', '--db', database)).code).toBe(0);
  await using team = await tryTeam({ folder, database });
  expect(await messages(team, token)).toEqual(['EPIPE in main']);
});

test('a server does not start where its archives are not', async () => {
  const home = join(root, 'moved');
  mkdirSync(home);
  const serveTeam = async () => undefined;
  const at = fakeApp(home, { clock: Date.now, serveTeam }).run;
  expect((await at('server')).code).toBe(0);
  expect(await at('server', '--db', 'postgres://db.example.org/team')).toMatchObject({
    code: 2,
    err: expect.stringContaining('The archives of this server are in files.'),
  });
});
