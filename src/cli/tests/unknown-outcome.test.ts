import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { continueDev } from '../../sources/continue/index.ts';
import { gemini } from '../../sources/gemini/index.ts';
import { fakeApp } from '../../testing/fake-app.ts';

const fixtures = (agent: string) => join(import.meta.dirname, '../../sources', agent, 'fixtures');

test('sessions of which nobody knows how they ended are listed beside others without an outcome', async () => {
  const home = mkdtempSync(join(tmpdir(), 'stemma-outcome-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  let out = '';
  const wide = {
    isTerminal: false,
    columns: 120,
    write: async (text: string | Uint8Array) => void (out += String(text)),
  };
  const { run } = fakeApp(home, { sources: async () => [gemini, continueDev], out: wide });
  await run('ingest', fixtures('gemini'), fixtures('continue'));
  out = '';
  await run('sessions', '--all', '--json');
  const outcomes = new Set(JSON.parse(out).sessions.map(({ outcome }: { outcome: string }) => outcome));
  expect(outcomes).toContain('unknown');
  expect(outcomes.size).toBeGreaterThan(1);
  out = '';
  await run('sessions', '--all');
  expect(out).toContain('outcome');
  expect(out).not.toMatch(/undefined|null/);
});
