import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rebuild } from '../src/ingest/rebuild.ts';
import { sources } from '../src/sources/registry.ts';
import { Archive, seen } from './support/archive.ts';

test('everything derived can be made again from the archive alone', async () => {
  const archive = await Archive.open();
  cpSync(join(import.meta.dirname, '../assets/demo'), archive.folder, { recursive: true });
  await archive.ingest();
  const before = await seen(archive.store);
  rmSync(archive.folder, { recursive: true });

  await archive.store.write.dropDerived();
  expect(await seen(archive.store)).toEqual([]);
  const report = await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });

  expect(report.events).toBeGreaterThan(80);
  expect(await seen(archive.store)).toEqual(before);
  expect(await archive.store.read.check()).toEqual([]);
});
