import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claudeCode as descriptor } from '../../sources/claude-code/descriptor.ts';
import { install } from '../../sources/claude-code/install.ts';
import { isPresent, versionOf } from './detect.ts';
import { isAtLeast } from '../../sources/agent/version.ts';

const claudeCode = { ...descriptor, install };

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'stemma-detect-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const machine = () => ({ home, env: { PATH: `${join(home, 'bin')}:/usr/bin:/bin` } });
function program(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  chmodSync(join(home, path), 0o755);
}
function link(from: string, to: string): void {
  mkdirSync(dirname(join(home, from)), { recursive: true });
  symlinkSync(join(home, to), join(home, from));
}

test('an agent is here when its folder is, or its program', () => {
  expect(isPresent(claudeCode, machine())).toBe(false);
  program('bin/claude', '#!/bin/sh\n');
  expect(isPresent(claudeCode, machine())).toBe(true);
  rmSync(join(home, 'bin'), { recursive: true });
  mkdirSync(join(home, '.claude'));
  expect(isPresent(claudeCode, machine())).toBe(true);
});

test('a program is asked for its version', async () => {
  program('bin/claude', '#!/bin/sh\necho "2.0.77 (Claude Code)"\n');
  expect(await versionOf(claudeCode, machine())).toBe('2.0.77');
});

test('one that does not answer is not waited for', async () => {
  program('bin/claude', '#!/bin/sh\nexec sleep 30\n');
  expect(await versionOf(claudeCode, machine(), 200)).toBeUndefined();
});

test('the version is read from the package it came in, without starting it', async () => {
  program('lib/claude-code/cli.js', '#!/bin/sh\necho 9.9.9\n');
  writeFileSync(join(home, 'lib/claude-code/package.json'), '{"version": "2.1.63", "bin": {"claude": "cli.js"}}');
  link('bin/claude', 'lib/claude-code/cli.js');
  expect(await versionOf(claudeCode, machine())).toBe('2.1.63');
});

test('or from the name its installer gave it', async () => {
  program('.local/share/claude/versions/2.1.325', '#!/bin/sh\necho 9.9.9\n');
  link('.local/bin/claude', '.local/share/claude/versions/2.1.325');
  expect(await versionOf(claudeCode, machine())).toBe('2.1.325');
});

test.each([
  ['2.1.0', '2.0.99', true],
  ['2.0.77', '2.0.77', true],
  ['2.0.9', '2.0.10', false],
  ['1.9', '2.0.0', false],
  ['0.166.0-alpha.1', '0.150.0', true],
])('%s is at least %s: %s', (version, minVersion, answer) => {
  expect(isAtLeast(version, minVersion)).toBe(answer);
});
