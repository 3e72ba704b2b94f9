import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownFiles, readLines } from '../fixtures.ts';
import { crush } from './index.ts';

const fixture = join(import.meta.dirname, 'fixtures/by-hand');

test('projects are found in the list that Crush keeps, and those that are gone are left out', async () => {
  const home = mkdtempSync(join(tmpdir(), 'stemma-test-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  cpSync(fixture, home, { recursive: true });
  const projects = readFileSync(join(home, 'projects.json'), 'utf8').replaceAll('/home/dev', home);
  writeFileSync(join(home, 'projects.json'), projects);
  const discovered = () => Array.fromAsync(crush.discover({ home, env: { CRUSH_GLOBAL_DATA: home } }));
  expect(await discovered()).toEqual([join(home, 'shop/.crush/crush.db')]);
  rmSync(join(home, 'shop'), { recursive: true });
  expect(await discovered()).toEqual([]);
});

test('a session worked in the folder that holds its database', async () => {
  const [main, child] = await ownFiles(crush, fixture);
  const facts = readLines(crush, crush.identify(main!.peek), main!.records).flatMap(({ sessions }) => sessions ?? []);
  expect(facts.find(({ cwd }) => cwd !== undefined)?.cwd).toBe(join(fixture, 'shop'));
  expect(crush.identify(child!.peek).parent).toMatchObject({
    relation: 'subagent',
    call: 'call_EEEEEEEEEEEEEEEEEEEEEEEE',
  });
});

test('a call that was cancelled while the model wrote it is none; a command of the person is one', async () => {
  const [main] = await ownFiles(crush, fixture);
  const drafts = readLines(crush, crush.identify(main!.peek), main!.records).flatMap(({ drafts: all }) => all ?? []);
  const calls = drafts.flatMap(({ what, role }) => (what.is === 'call' ? [`${role} ${what.tool}`] : []));
  expect(calls).toEqual(['assistant view', 'assistant bash', 'assistant edit', 'assistant agent', 'user shell']);
});
