import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rebuild } from '../src/ingest/rebuild.ts';
import { sources } from '../src/sources/registry.ts';
import { Archive, seen } from './support/archive.ts';
import { fixedTest, longSession, Transcript } from './support/transcript.ts';

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

test('also of a file of several pieces', async () => {
  const archive = await Archive.open();
  const content = longSession('long', 1500).toString();
  const path = archive.write('s.jsonl', content);
  await archive.ingest();
  const before = await seen(archive.store);
  rmSync(archive.folder, { recursive: true });

  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });

  expect((await archive.store.read.pieces(path, 0)).length).toBeGreaterThan(1);
  expect(await seen(archive.store)).toEqual(before);
  expect(await archive.store.read.check()).toEqual([]);
});

test('sessions keep the tree they were first seen in, and so do the ids of their events', async () => {
  const archive = await Archive.open();
  const origin = fixedTest('origin');
  const fork = new Transcript('fork');
  for (const line of origin.lines) fork.raw(line.replaceAll(origin.session, fork.session));
  archive.write('b.jsonl', fork.prompt('now something else').toString());
  await archive.ingest();
  archive.write('a.jsonl', origin.prompt('and more').toString());
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  const trees = await Promise.all(sessions.map(({ uid }) => archive.store.read.treeOf(uid)));

  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });

  expect(await Promise.all(sessions.map(({ uid }) => archive.store.read.treeOf(uid)))).toEqual(trees);
  expect(await archive.store.read.check()).toEqual([]);
});
