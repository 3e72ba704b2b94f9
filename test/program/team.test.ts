import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { programEnv } from '../support/program-env.ts';

const program = join(import.meta.dirname, '../../dist/main.js');
const home = mkdtempSync(join(tmpdir(), 'stemma-team-program-'));
const env = { ...programEnv, HOME: home };
afterAll(() => rmSync(home, { recursive: true, force: true }));

const stemma = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });

test('`stemma server` lets a token in, stops it within a second of its revocation, and ends with 0 on SIGTERM', async () => {
  const server = spawn(process.execPath, [program, 'server', '--port', '0', '--json'], { env });
  let log = '';
  server.stderr.on('data', (text: Buffer) => (log += text.toString()));
  const ended = once(server, 'exit');
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const token = stemma('token', 'create', 'ada', '--role', 'writer').stdout.trim();
  const ask = async (path: string, init: RequestInit = {}) =>
    await fetch(url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
  expect(await (await ask('/v1/whoami')).json()).toMatchObject({ user: 'ada', workspace: 'main' });
  const { result } = (await (
    await ask('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'record_error', arguments: { message: 'ENOENT of the program' } },
      }),
    })
  )
    .text()
    .then((text) => JSON.parse(/^data: (.*)$/m.exec(text)![1]!))) as { result: { isError?: boolean } };
  expect(result.isError).toBeUndefined();
  expect(await (await ask('/api/errors')).text()).toContain('ENOENT of the program');

  expect(stemma('token', 'revoke', 'ada').stdout).toContain('revoked 1 token');
  const revoked = performance.now();
  await expect.poll(async () => (await ask('/v1/whoami')).status).toBe(401);
  expect(performance.now() - revoked).toBeLessThan(1_000);

  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const lines = log.trim().split('\n');
  expect(lines.filter((each) => !each.startsWith('{'))).toEqual([expect.stringContaining('Nobody has a token yet')]);
  expect(lines.at(-1)).toContain('"message":"stopped"');
  expect(log).not.toContain(token.split('_')[2]);
}, 60_000);
