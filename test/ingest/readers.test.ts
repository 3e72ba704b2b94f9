import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Claims, sharedClaims } from '../../src/ingest/scan/claims.ts';
import { readersFor } from '../../src/ingest/scan/readers-for.ts';
import { loadSources } from '../../src/sources/registry.ts';
import { putDifferingCaptures } from '../support/captures.ts';
import { Archive, ingestFolder, seen } from '../support/archive.ts';

describe('how many threads read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-test-'));

  async function readBy(readers: number): Promise<unknown> {
    const { store } = await Archive.open();
    // Forks, sub-agents and hooks: what depends on what other files hold.
    const paths = ['claude-code', 'codex', 'hooks'].map((name) => join(folder, name));
    const report = await ingestFolder(store, folder, { sources: await loadSources(), paths, readers });
    expect(report.problems).toEqual([]);
    return seen(store);
  }

  beforeAll(() => putDifferingCaptures(folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('changes nothing of what is found', async () => {
    const byItself = await readBy(0);
    for (const readers of [1, 3]) expect(await readBy(readers)).toEqual(byItself);
  }, 60_000);

  test('follows from the bytes to read, the files, the cores and the memory', () => {
    const megabyte = 1024 * 1024;
    const machine = { cores: 8, memory: 16_000 * megabyte };
    expect(readersFor(3 * megabyte, 100, machine)).toBe(0);
    expect(readersFor(5 * megabyte, 100, machine)).toBe(1);
    expect(readersFor(500 * megabyte, 100, machine)).toBe(4);
    expect(readersFor(500 * megabyte, 1, machine)).toBe(1);
    expect(readersFor(500 * megabyte, 100, { ...machine, cores: 1 })).toBe(0);
    expect(readersFor(500 * megabyte, 100, { ...machine, cores: 2 })).toBe(1);
    expect(readersFor(500 * megabyte, 100, { ...machine, cores: 4 })).toBe(3);
    expect(readersFor(500 * megabyte, 100, { ...machine, memory: 100 * megabyte })).toBe(1);
  });
});

test('every file is claimed by one thread, and it is known which', () => {
  const shared = sharedClaims();
  const threads = [1, 2, 3].map((thread) => ({ thread, claims: new Claims(shared) }));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...threads), { maxLength: 200 }), (takers) => {
      for (const { thread, claims } of takers) {
        const number = claims.take(thread);
        expect(threads[0]!.claims.claimant(number)).toBe(thread);
        expect(threads[0]!.claims.claimant(number + 1)).toBe(0);
      }
    }),
  );
});
