import { appendFileSync, cpSync, globSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evict } from '../../src/ingest/archive/evict.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { sessionUid } from '../../src/model/ids.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive, seen } from '../support/archive.ts';
import { fixedTest, longSession, Transcript, uuid } from '../support/transcript.ts';

const clock = () => 1_800_000_000_000;

async function evictAll({ store }: Archive): Promise<void> {
  const sessions = await store.read.evictable(1_000);
  expect(sessions.length).toBeGreaterThan(0);
  await evict(
    store,
    sessions.map(({ uid }) => uid),
    clock(),
  );
  expect((await store.read.overview()).bytes.blocks).toBe(0);
}

async function bytesOf({ store }: Archive, path: string): Promise<string> {
  const { version, bytes } = (await store.read.file(path))!;
  return Buffer.concat(await Array.fromAsync(store.read.bytes(path, version, 0, bytes))).toString();
}

test('what was learned from evicted sessions is as it was, and stays so through a rebuild', async () => {
  const archive = await Archive.open();
  const story = join(import.meta.dirname, '../../src/sources/claude-code/fixtures/2.1.325-03-subagent');
  cpSync(story, archive.folder, { recursive: true });
  archive.write('fixed.jsonl', fixedTest('fixed').toString());
  await archive.ingest();
  const before = await seen(archive.store);
  await evictAll(archive);
  expect(await seen(archive.store)).toEqual(before);
  await rebuild({ store: archive.store, sources, workspace: 'local', clock });
  expect(await seen(archive.store)).toEqual(before);
  expect(await archive.store.read.check()).toEqual([]);
});

test('a rebuild makes the sessions anew whose bytes are here, beside those whose are not', async () => {
  const archive = await Archive.open();
  archive.write('old.jsonl', fixedTest('old').toString());
  await archive.ingest();
  await evictAll(archive);
  archive.write('new.jsonl', fixedTest('new').toString());
  await archive.ingest({ paths: [archive.path('new.jsonl')] });
  const before = await seen(archive.store);
  await rebuild({ store: archive.store, sources, workspace: 'local', clock });
  expect(await seen(archive.store)).toEqual(before);
  expect(await archive.store.read.check()).toEqual([]);
});

test('a file that is named again brings its bytes back, and nothing is counted twice', async () => {
  const archive = await Archive.open();
  const path = archive.write('s.jsonl', longSession('long', 800).toString());
  await archive.ingest();
  const before = await seen(archive.store);
  const { lines } = (await archive.store.read.file(path))!;
  await evictAll(archive);

  await archive.ingest({ paths: [path] });
  expect(await bytesOf(archive, path)).toBe(readFileSync(path, 'utf8'));
  expect(await archive.store.read.session(sessionUid('claude', uuid('long')))).toMatchObject({
    watermarks: { evicted: null },
  });
  expect(await seen(archive.store)).toEqual(before);
  expect((await archive.store.read.file(path))!.lines).toEqual(lines);
  expect(await archive.store.read.check()).toEqual([]);
});

test('side files come back with their session', async () => {
  const archive = await Archive.open();
  const story = join(import.meta.dirname, '../../src/sources/claude-code/fixtures/2.1.325-03-subagent');
  cpSync(story, archive.folder, { recursive: true });
  rmSync(archive.path('expected.txt'));
  await archive.ingest();
  await evictAll(archive);
  await archive.ingest();
  const files = globSync('**/*.{jsonl,json}', { cwd: archive.folder }).map((file) => archive.path(file));
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) expect(await bytesOf(archive, file)).toBe(readFileSync(file, 'utf8'));
});

test('a look at the whole machine leaves evicted what has not changed', async () => {
  const archive = await Archive.open();
  const transcript = fixedTest('still');
  const path = archive.write(`.claude/projects/-work/${transcript.session}.jsonl`, transcript.toString());
  const look = () =>
    ingest({
      store: archive.store,
      sources,
      machine: { home: archive.folder, env: {} },
      exclude: [],
      workspace: 'local',
      clock,
    });
  await look();
  await evictAll(archive);
  await look();
  await expect(bytesOf(archive, path)).rejects.toMatchObject({ code: 'payload-evicted' });

  appendFileSync(path, `${new Transcript('still').prompt('and now?').lines.at(-1)!}\n`);
  await look();
  expect(await bytesOf(archive, path)).toBe(readFileSync(path, 'utf8'));
  expect(await archive.store.read.session(sessionUid('claude', transcript.session))).toMatchObject({
    watermarks: { evicted: null },
  });
  expect(await archive.store.read.check()).toEqual([]);
});

test('a session that goes on after it was evicted goes on as if it had never been', async () => {
  const whole = fixedTest('goes on').lines;
  const readTwice = async (between?: (archive: Archive) => Promise<void>) => {
    const archive = await Archive.open();
    // In the middle of a call that failed before.
    archive.write('s.jsonl', `${whole.slice(0, 7).join('\n')}\n`);
    await archive.ingest();
    await between?.(archive);
    archive.write('s.jsonl', `${whole.join('\n')}\n`);
    await archive.ingest();
    expect(await archive.store.read.check()).toEqual([]);
    return await seen(archive.store);
  };
  expect(await readTwice(evictAll)).toEqual(await readTwice());
});

test('a file that was written anew since it was evicted is read anew', async () => {
  const archive = await Archive.open();
  const path = archive.write('s.jsonl', fixedTest('first').toString());
  await archive.ingest();
  await evictAll(archive);
  const other = fixedTest('first').prompt('something else').says('Done.').toString().replace('fix', 'mend');
  archive.write('s.jsonl', other);
  utimesSync(path, 1, 1);
  await archive.ingest();
  expect(await bytesOf(archive, path)).toBe(other);
  expect(await archive.store.read.check()).toEqual([]);
});
