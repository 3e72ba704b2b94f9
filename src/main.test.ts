import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programEnv } from '../test/support/program-env.ts';

// The program itself, in a process of its own.
const main = join(import.meta.dirname, '../dist/main.js');
const home = mkdtempSync(join(tmpdir(), 'stemma-main-'));
const env = { ...programEnv, HOME: home, STEMMA_HOME: join(home, 'stemma'), TZ: 'UTC' };
const stemma = (...argv: string[]) => spawnSync(process.execPath, [main, ...argv], { env, encoding: 'utf8' });

afterAll(() => rmSync(home, { recursive: true }));

test('on a machine without history, start shows the built-in demo in a store of its own', () => {
  const { status, stdout, stderr } = stemma('start');
  expect(status).toBe(0);
  expect(stderr).toContain('No history of a coding agent was found');
  expect(stdout).toContain('Claude Code');
  expect(stdout).toContain('Codex');
  expect(stdout).toMatch(/stemma why ev_\w+ --demo/);
  expect(JSON.parse(stemma('sessions', '--json', '--quiet').stdout).total).toBe(0);
});

describe('in the built-in story', () => {
  beforeAll(() => void stemma('demo'));

  test('a reader who has seen enough ends it quietly', async () => {
    const child = spawn(process.execPath, [main, 'replay', '--demo', '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += text));
    child.stdout.destroy();
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('Ctrl-C ends a replay cleanly', async () => {
    const child = spawn(process.execPath, [main, 'replay', '--demo', '--speed', '0.001'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += text));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
  });
});

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

test.runIf(hasScript).each([
  ['Ctrl-C', '\u0003', 130, 'Nothing was done.'],
  ['Ctrl-D', '\u0004', 1, 'Nothing was forgotten.'],
])('%s at the question whether to forget forgets nothing, and is no bug', async (_, key, status, expected) => {
  stemma('demo');
  const child = spawn('script', ['-qec', `${process.execPath} ${main} forget --repo shop --demo`, '/dev/null'], {
    env,
  });
  let screen = '';
  child.stdout.on('data', (text) => {
    const isAsked = screen.includes('[y/N]');
    screen += text;
    if (!isAsked && screen.includes('[y/N]')) setTimeout(() => child.stdin.write(key), 100);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(screen).toContain(expected);
  expect(screen).not.toContain('this is a bug');
  expect(code).toBe(status);
});

test('misuse is 2, failure is 1', () => {
  expect(stemma('nonsense').status).toBe(2);
  expect(stemma('timeline', 'nope', '--quiet').status).toBe(1);
});
