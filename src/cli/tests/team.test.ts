import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeApp } from '../../testing/fake-app.ts';
import { Registry } from '../../team/registry.ts';

const home = mkdtempSync(join(tmpdir(), 'stemma-cli-team-'));
const folder = join(home, '.stemma/server');
let started: unknown;
const { run: stemma } = fakeApp(home, {
  serveTeam: async ({ onListening, host, port, trustsProxy, tls }) => {
    started = { host, port, trustsProxy, tls };
    await onListening({ url: `http://${host}:${port}`, port });
  },
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('commands for a server say that there is none yet', async () => {
  for (const command of ['token', 'workspace', 'audit']) {
    const { code, err } = await stemma(command);
    expect(code).toBe(2);
    expect(err).toContain('Start `stemma server` once');
  }
});

test('a certificate needs its key, and the first start says who lets people in', async () => {
  expect((await stemma('server', '--cert', 'cert.pem')).err).toContain('--cert and --key belong together.');
  const { code, out, err } = await stemma('server', '--host', '0.0.0.0', '--trust-proxy');
  expect({ code, out }).toEqual({ code: 0, out: 'http://0.0.0.0:4748\n' });
  expect(err).toContain('`stemma token create NAME --role admin`');
  expect(started).toEqual({ host: '0.0.0.0', port: 4748, trustsProxy: true, tls: undefined });
  expect(statSync(join(folder, 'server.db')).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a token is shown once, alone on standard output, and listed without its secret', async () => {
  const { out } = await stemma('token', 'create', 'ada', '--role', 'writer', '--expires', '90d', '--note', 'laptop');
  expect(out).toMatch(/^stm_[a-z2-9]{8}_[0-9a-f]{48}\n$/);
  const [, id, secret] = out.trim().split('_');
  using registry = Registry.open(folder, { now: 0 });
  expect(registry.bearer(out.trim(), Date.parse('2026-03-03'))).toMatchObject({ user: 'ada', role: 'writer' });
  expect(registry.bearer(out.trim(), Date.parse('2026-06-01'))).toBe('expired');
  const listed = await stemma('token');
  expect(listed.out).toMatch(new RegExp(`${id} +ada +writer +main +until 2026-05-31 .* laptop`));
  expect(listed.out + (await stemma('token', '--json')).out + (await stemma('audit')).out).not.toContain(secret);
  expect(JSON.parse((await stemma('token', '--json')).out).tokens).toEqual([
    expect.objectContaining({ id, user: 'ada', state: 'valid', expires_at: '2026-05-31T10:00:30.000Z' }),
  ]);
});

test.each([
  [['token', 'create', 'ada'], 'needs --role'],
  [['token', 'create', 'Ada Lovelace', '--role', 'reader'], 'cannot be the name of a user'],
  [['token', 'create', '../etc', '--role', 'reader'], 'cannot be the name of a user'],
  [['token', 'create', 'ada', '--role', 'owner'], 'reader, writer, admin'],
  [['token', 'create', 'ada', '--role', 'reader', '--expires', '2020-01-01'], 'must be a time to come'],
  [['token', 'create', 'ada', '--role', 'reader', '--workspace', 'none'], 'There are: main.'],
  [['token', 'revoke', 'nobody'], 'There is no such token or user.'],
  [['token', 'burn'], 'Actions: list, create, revoke.'],
  [['workspace', 'create', 'main'], 'There is a workspace "main" already.'],
  [['workspace', 'create', 'a/b'], 'cannot be the name of a workspace'],
  [['workspace', 'keep', 'main'], 'needs to know how long'],
  [['workspace', 'keep', 'main', '--keep', 'long'], '--keep must be a number of days or "forever" (got "long")'],
  [['workspace', 'delete', 'none', '--yes'], 'There is no workspace "none".'],
  [['workspace', 'delete', 'main'], 'Give --yes'],
  [['server', 'restore', '/nowhere'], 'is no backup of a server'],
  [['server', 'backup'], 'needs to know the folder'],
])('stemma %j is refused, and says what to do', async (argv, text) => {
  const { code, err } = await stemma(...argv);
  expect(code).toBeGreaterThan(0);
  expect(err.replaceAll(/\s+/g, ' ')).toContain(text);
});

test('a user of two workspaces is revoked in the one that is named', async () => {
  await stemma('workspace', 'create', 'shop', '--allow-raw');
  const made = JSON.parse(
    (await stemma('token', 'create', 'ada', '--role', 'reader', '--workspace', 'shop', '--json')).out,
  );
  expect((await stemma('token', 'revoke', 'ada')).err).toContain('main and shop');
  expect(JSON.parse((await stemma('token', 'revoke', 'ada', '--workspace', 'shop', '--json')).out)).toEqual({
    revoked: [made.id],
  });
  expect((await stemma('token', 'revoke', made.token)).out).toBe('was revoked before\n');
  expect((await stemma('workspace')).out).toMatch(/shop +1 +0 +0 B .* allows raw/);
});

test('the audit has what was done here, the newest first', async () => {
  const { out } = await stemma('audit', '--workspace', 'shop');
  expect(
    out
      .split('\n')
      .slice(1, 4)
      .map((line) => line.split(/ {2,}/).slice(3)),
  ).toEqual([
    ['token revoked', expect.stringContaining('of ada')],
    ['token created', expect.stringContaining('for ada, reader')],
    ['workspace created', 'allows raw'],
  ]);
  expect(JSON.parse((await stemma('audit', '--json', '--limit', '1')).out).audit).toHaveLength(1);
});

beforeAll(() => {
  // Times in text are those of this machine.
  process.env['TZ'] = 'UTC';
});

test('a workspace says how long it keeps sessions', async () => {
  const listed = async (name: string) => {
    const { workspaces } = JSON.parse((await stemma('workspace', '--json')).out);
    return workspaces.find((each: { name: string }) => each.name === name);
  };
  await stemma('workspace', 'create', 'brief', '--keep', '30d');
  expect(await listed('brief')).toMatchObject({ keep_days: 30 });
  expect((await stemma('workspace')).out).toContain('keeps 30 days');
  expect((await stemma('workspace', 'keep', 'brief', '--keep', 'forever')).out).toBe('brief keeps sessions for ever\n');
  expect(await listed('brief')).toMatchObject({ keep_days: null });
});
