import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sources } from '../../src/sources/all-sources.ts';
import { fakeApp } from '../../src/testing/fake-app.ts';
import { Transcript } from '../support/transcript.ts';

/** A session of which each copy says something else of its failures. */
function copyOf(message: string, turns: number): string {
  const transcript = new Transcript('twice');
  for (let turn = 0; turn < turns; turn++)
    transcript
      .prompt(`try ${turn}`)
      .calls(`toolu_${turn}`, 'Bash', { command: `npm test -- part-${turn}` })
      .returns(`toolu_${turn}`, `Exit code 1\nError: ${message} number ${turn} broke the ${message}`, true)
      .says('It failed.');
  return transcript.toString();
}

test('two copies of a session that differ in their failures: the archive is whole, and a copy of it is complete', async () => {
  const home = mkdtempSync(join(tmpdir(), 'stemma-twice-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const history = join(home, 'history');
  for (const [name, message, turns] of [
    ['a', 'parser', 4],
    ['b', 'network', 2],
    ['c', 'database', 6],
  ] as const) {
    mkdirSync(join(history, name), { recursive: true });
    writeFileSync(join(history, name, 'twice.jsonl'), copyOf(message, turns));
  }
  const { run } = fakeApp(home, { sources: async () => sources });
  expect((await run('ingest', history)).code).toBe(0);
  expect((await run('doctor', '--check')).out).toMatch(/integrity\s+intact/);
  for (const _ of ['first', 'again']) {
    const { code, out } = await run('db', 'copy', '--to', join(home, 'copy.db'), '--json');
    expect({ code, different: JSON.parse(out).different }).toEqual({ code: 0, different: [] });
  }
  expect((await run('rebuild')).code).toBe(0);
  expect((await run('db', 'copy', '--to', join(home, 'rebuilt.db'), '--json')).code).toBe(0);
});

test.runIf(process.env['STEMMA_CORPUS'])('so it is with two copies that were found', async () => {
  const { globSync, cpSync } = await import('node:fs');
  const home = mkdtempSync(join(tmpdir(), 'stemma-twice-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const found = globSync('pi/*/*large-session@{00d8dfb2,5a6fb54e}.jsonl', { cwd: process.env['STEMMA_CORPUS']! });
  for (const [number, path] of found.entries())
    cpSync(join(process.env['STEMMA_CORPUS']!, path), join(home, 'history', `${number}.jsonl`));
  const { run } = fakeApp(home, { sources: async () => sources });
  expect((await run('ingest', join(home, 'history'))).code).toBe(0);
  expect((await run('db', 'copy', '--to', join(home, 'copy.db'))).code).toBe(0);
});
