import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchive } from '../testing/open-archive.ts';
import { quill } from '../testing/quill.ts';
import { delegation, failedTest } from '../testing/stories.ts';
import type { Story } from '../testing/write-stories.ts';
import { openStemmaOf, type Parts } from './open-stemma.ts';

let home: string;
beforeEach(async () => (home = await mkdtemp(join(tmpdir(), 'stemma-sdk-'))));
afterEach(() => rm(home, { recursive: true }));

const openStore: Parts['openStore'] = (path, mode) => openArchive(path, mode);

const open = (how = openStore) =>
  openStemmaOf(
    {
      openStore: how,
      sources: [quill],
      machine: { home, env: {} },
      clock: Date.now,
    },
    { home: join(home, 'stemma') },
  );

async function transcriptOf({ name, events }: Story): Promise<string> {
  const path = join(home, `${name}.jsonl`);
  await writeFile(
    path,
    events.map(({ t, id, ...rest }) => `${JSON.stringify({ t, id, at: '2026-03-02T09:00:00Z', ...rest })}\n`).join(''),
  );
  return path;
}

test('what is ingested can be asked for at once, and again after closing', async () => {
  const transcript = await transcriptOf(failedTest);
  {
    await using stemma = await open();
    expect((await stemma.sessions()).total).toBe(0);
    expect(await stemma.ingest({ paths: [transcript] })).toMatchObject({ files: 1, events: 9 });
    expect((await stemma.session()).uid).toBe('quill:failed-test');
  }
  await using stemma = await open();
  expect((await stemma.timeline('failed-test', { limit: 2 })).events.map(({ summary }) => summary)).toEqual([
    'make the tests pass',
    'I will run them first.',
  ]);
  expect((await stemma.graph()).steps).toHaveLength(4);
  expect((await stemma.tree()).steps).toBe(4);
  const { hits } = await stemma.search('tests pass', { events: true });
  expect(hits.filter(({ matched }) => matched.length === 2)).toHaveLength(2);
  expect((await stemma.search('which tests passed')).sessions).toHaveLength(1);
  const step = (await stemma.graph()).steps[1]!;
  expect((await stemma.why(step.id)).target.step.id).toBe(step.id);
  expect(await stemma.why(step.id, { session: 'failed-test', limit: 5, depth: 2, minConfidence: 0.5 })).toMatchObject({
    truncated: false,
  });
  expect((await stemma.impact(step.id)).target.step.id).toBe(step.id);
  expect(await stemma.failure()).toMatchObject({
    of: 'session',
    session: { uid: 'quill:failed-test' },
    truncated: false,
  });
  expect(await stemma.failure(step.id, { session: 'failed-test', limit: 1 })).toMatchObject({
    of: 'event',
    target: { step: { id: step.id } },
  });
  expect((await stemma.roots(step.id)).target.step.id).toBe(step.id);
  expect(await stemma.criticalPath()).toMatchObject({ session: { uid: 'quill:failed-test' }, truncated: false });
  expect((await stemma.event(step.id)).content).toMatchObject({ is: 'call', input: { cmd: 'npm test' } });
  expect(await stemma.stats('failed-test')).toMatchObject({ total: { steps: 4, calls: { total: 3 } } });
  expect((await stemma.stats()).total.sessions).toBe(1);
  expect(await stemma.compare('failed-test', 'failed-test')).toMatchObject({ common_steps: 4, parting: null });
  expect(await stemma.blame(transcript)).toMatchObject({ lines: { attributed: 0 }, sessions: [] });
  expect(await Array.fromAsync(stemma.replay())).toHaveLength(9);
  expect(JSON.parse((await Array.fromAsync(stemma.export(undefined, 'json'))).join('')).events).toHaveLength(9);
  await expect(stemma.session('nope')).rejects.toMatchObject({ code: 'session-not-found' });
});

test('an archive that cannot be opened again after an ingest is an error, and can still be asked and closed', async () => {
  const transcript = await transcriptOf(failedTest);
  await (await open()).ingest({ paths: [transcript] });
  let isAway = false;
  let closed = 0;
  const stemma = await open(async (path, mode) => {
    if (isAway && mode === 'read') throw new Error('not now');
    const store = await openStore(path, mode);
    if (mode === 'read') Object.defineProperty(store, Symbol.asyncDispose, { value: async () => void closed++ });
    return store;
  });
  isAway = true;
  await expect(stemma.ingest({ paths: [transcript] })).rejects.toThrow('not now');
  expect((await stemma.sessions()).total).toBe(1);
  await stemma.close();
  expect(closed).toBe(1);
});

test('filters, limit and page of a list of sessions are one object, and all of them count', async () => {
  await using stemma = await open();
  await stemma.ingest({ paths: [await transcriptOf(failedTest), await transcriptOf(delegation)] });
  const first = await stemma.sessions({ agent: 'quill', limit: 1 });
  expect(first).toMatchObject({ sessions: [{}], total: 2, truncated: true, next: 1 });
  const second = await stemma.sessions({ agent: 'quill', limit: 1, after: first.next! });
  expect([...first.sessions, ...second.sessions].map(({ uid }) => uid).sort()).toEqual([
    'quill:delegation',
    'quill:failed-test',
  ]);
  await expect(stemma.sessions({ agent: 'codex' })).rejects.toThrow('There is no agent "codex"');
});
