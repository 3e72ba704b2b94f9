import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ingest } from '../../src/ingest/ingest.ts';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive, seen } from '../support/archive.ts';
import { fixedTest, forkOf, longSession, Transcript } from '../support/transcript.ts';

test('everything derived can be made again from the archive alone', async () => {
  const archive = await Archive.open();
  cpSync(join(import.meta.dirname, '../../assets/demo'), archive.folder, { recursive: true });
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

test('a session has its ticket, its field of work, and the time its file was found; also when it is rebuilt', async () => {
  const archive = await Archive.open();
  const text = fixedTest('found').toString().replaceAll('"gitBranch":"main"', '"gitBranch":"fix/PAY-17-total"');
  const path = archive.write('s.jsonl', text);
  const { store } = archive;
  const common = { store, sources, workspace: 'local', domains: { shop: 'payments' } };
  let now = 1_000;
  const machine = { home: archive.folder, env: {} };
  await ingest({ ...common, machine, paths: [path], exclude: [], clock: () => now++ });
  const { sessions } = await store.read.sessions({}, { limit: 2, offset: 0 });
  expect(sessions).toMatchObject([{ repo: 'shop', domain: 'payments', task_ref: 'PAY-17' }]);
  const { discovered, ingested } = sessions[0]!.watermarks;
  expect(Date.parse(discovered!)).toBeLessThan(Date.parse(ingested!));

  await rebuild({ ...common, clock: () => 9_000 });

  expect(await store.read.session(sessions[0]!.uid)).toMatchObject({
    domain: 'payments',
    task_ref: 'PAY-17',
    watermarks: { discovered },
  });
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

test('an interrupted rebuild, then an ingest of a rewritten file: the archived version stays', async () => {
  const archive = await Archive.open();
  const first = fixedTest('versions').toString();
  const path = archive.write('s.jsonl', first);
  await archive.ingest();
  await archive.store.write.dropDerived();
  writeFileSync(path, first.slice(0, first.indexOf('\n') + 1));
  await archive.ingest();
  let bytes = '';
  for await (const chunk of archive.store.read.bytes(path, 0, 0, first.length)) bytes += Buffer.from(chunk).toString();
  expect(bytes).toBe(first);
});

test('a rebuild interrupted between two versions of a file forgets neither', async () => {
  const archive = await Archive.open();
  const first = fixedTest('versions').toString();
  const second = new Transcript('versions').prompt('a').says('b').toString();
  const path = archive.write('s.jsonl', first);
  await archive.ingest();
  writeFileSync(path, second);
  await archive.ingest();
  rmSync(path);
  const controller = new AbortController();
  let reads = 0;
  const store = {
    ...archive.store,
    write: {
      ...archive.store.write,
      commit: async (b: never) => {
        await archive.store.write.commit(b);
        if (++reads === 1) controller.abort();
      },
    },
  };
  await rebuild({
    store: store as never,
    sources,
    workspace: 'local',
    clock: () => 0,
    signal: controller.signal,
  }).catch(() => {});
  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });
  expect((await archive.store.read.file(path))?.version).toBe(1);
});

test('what was forgotten of a sub-agent stays forgotten when its caller goes on', async () => {
  const archive = await Archive.open();
  cpSync(
    join(import.meta.dirname, '../../src/sources/claude-code/fixtures/2.1.44-agent-progress/projects'),
    archive.folder,
    { recursive: true },
  );
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  const child = sessions.find(({ parent }) => parent)!;
  await archive.store.write.forget([child.uid]);
  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });
  expect(await archive.store.read.session(child.uid)).toBeUndefined();
});

test('of a session and its fork that begin at the same moment each keeps its events', async () => {
  const archive = await Archive.open();
  const origin = fixedTest('origin');
  // By name the fork comes first; it was made later.
  archive.write('z.jsonl', origin.toString());
  await sleep(20);
  archive.write('a.jsonl', forkOf(origin, 'fork').prompt('now something else').says('Yes.').toString());
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 2, offset: 0 });
  expect(sessions.map(({ events }) => events).sort((a, b) => a - b)).toEqual([2, 9]);
  const before = await seen(archive.store);

  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });

  expect(await seen(archive.store)).toEqual(before);
});
