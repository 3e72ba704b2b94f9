import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { programEnv } from '../support/program-env.ts';

// What a newcomer sees first: `stemma start` on a machine without any history, and then what it suggests to type.

const home = mkdtempSync(join(tmpdir(), 'stemma-demo-'));
const env = { ...programEnv, HOME: home, STEMMA_HOME: join(home, '.stemma'), NO_COLOR: '1', TZ: 'UTC' };
afterAll(() => rmSync(home, { recursive: true, force: true }));

const program = join(import.meta.dirname, '../../dist/main.js');
const stemma = (...args: readonly string[]) =>
  execFileSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env,
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const begun = stemma('start');
const suggested = [...begun.matchAll(/^ {2}stemma (.+?)(?: {2}.*)?$/gm)].map(([, line]) => line!);

test('a newcomer is shown the ways back from a failure', () => {
  expect(suggested).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^failure ev_\w+ --demo$/),
      expect.stringMatching(/^why ev_\w+ --demo$/),
    ]),
  );
});

test.each(suggested.filter((line) => line !== 'serve --open --demo'))(
  'what is suggested has an answer: stemma %s',
  (line) => {
    expect(stemma(...line.split(' ')).split('\n').length).toBeGreaterThan(4);
  },
);

test('the page it suggests is there, until Ctrl-C', async () => {
  expect(suggested).toContain('serve --open --demo');
  const server = spawn(process.execPath, [program, 'serve', '--demo', '--port', '0'], {
    env,
    cwd: home,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'exit');
  const [address] = (await once(server.stdout, 'data')) as [Buffer];
  const page = await fetch(address.toString().trim());
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>stemma</title>')]);
  server.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});

test('the failure it suggests is shown from culprit to proof, on one screen', () => {
  const text = stemma(...suggested.find((line) => line.startsWith('failure '))!.split(' '));
  expect(text).toMatch(
    /! Bash node --test\n +=.+total sums price[\s\S]+Fixed after 2 calls[\s\S]+Edit src\/cart\.js\n +\^ the likely culprit[\s\S]+fixed by +ev_\w+ Edit src\/cart\.js\n +proof +ev_\w+ Bash node --test/,
  );
  expect(text.split('\n').length).toBeLessThanOrEqual(30);
});
