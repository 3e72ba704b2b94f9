import { appendFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Archive, seen } from '../support/archive.ts';
import { fixedTest, Transcript } from '../support/transcript.ts';

const story = fixedTest('idempotence').toString();

async function readAtOnce(content: string): Promise<unknown> {
  const archive = await Archive.open();
  archive.write('s.jsonl', content);
  await archive.ingest();
  return seen(archive.store);
}

test('ingesting twice changes nothing', async () => {
  const archive = await Archive.open();
  archive.write('s.jsonl', story);
  const first = await archive.ingest();
  const before = await seen(archive.store);

  const second = await archive.ingest();

  expect(first).toMatchObject({ files: 1, sessions: 1, events: 9, lines: { mapped: 9 } });
  expect(second).toMatchObject({ files: 0, sessions: 0, events: 0, bytes: 0 });
  expect(await seen(archive.store)).toEqual(before);
});

test('a file that grows, in whatever steps, ends as if it had been read at once', async () => {
  const whole = await readAtOnce(story);
  const bytes = Buffer.from(story);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 6 }), async (cuts) => {
      const archive = await Archive.open();
      for (const end of [...cuts.sort((a, b) => a - b), bytes.length]) {
        archive.write('s.jsonl', bytes.subarray(0, end));
        await archive.ingest();
      }
      expect((await archive.store.read.file(archive.path('s.jsonl')))?.lines).toMatchObject({ mapped: 9, issue: 0 });
      expect(await seen(archive.store)).toEqual(whole);
    }),
    { numRuns: 40 },
  );
});

test('a file whose state another stemma saved is read again from its beginning', async () => {
  const archive = await Archive.open();
  const lines = story.split('\n');
  archive.write('s.jsonl', `${lines.slice(0, 4).join('\n')}\n`);
  await archive.ingest();
  const { read } = archive.store;
  const file = read.file.bind(read);
  read.file = async (path) => {
    const mark = await file(path);
    const saved = JSON.parse(mark!.state!) as object;
    return { ...mark!, state: JSON.stringify({ ...saved, scan: JSON.stringify({ reader: { calls: {} }, rows: 7 }) }) };
  };

  archive.write('s.jsonl', story);
  await archive.ingest();

  expect(await seen(archive.store)).toEqual(await readAtOnce(story));
});

describe('nothing is lost and nothing doubled', () => {
  test('when an older snapshot comes after a newer one', async () => {
    const archive = await Archive.open();
    const lines = story.split('\n');
    archive.write('newer.jsonl', story);
    await archive.ingest();
    const before = await seen(archive.store);

    archive.write('older.jsonl', `${lines.slice(0, 4).join('\n')}\n`);
    const report = await archive.ingest();

    expect(report).toMatchObject({ events: 0, lines: { mapped: 0, copy: 4 } });
    expect(await seen(archive.store)).toEqual(before);
  });

  test('when a newer snapshot comes after an older one', async () => {
    const archive = await Archive.open();
    archive.write('older.jsonl', `${story.split('\n').slice(0, 4).join('\n')}\n`);
    await archive.ingest();
    archive.write('newer.jsonl', story);
    await archive.ingest();
    expect(await seen(archive.store)).toEqual(await readAtOnce(story));
  });

  test('when a file shrinks: what it had stays, as an older version', async () => {
    const archive = await Archive.open();
    const path = archive.write('s.jsonl', story);
    await archive.ingest();
    const before = await seen(archive.store);

    archive.write('s.jsonl', `${story.split('\n').slice(0, 3).join('\n')}\n`);
    await archive.ingest();

    expect(await seen(archive.store)).toEqual(before);
    expect((await archive.store.read.file(path))?.version).toBe(1);
  });

  test('when a file is rewritten: new records come to the old ones', async () => {
    const archive = await Archive.open();
    archive.write('s.jsonl', story);
    await archive.ingest();

    const rewritten = new Transcript('idempotence').prompt('make the tests pass').says('Another way.').toString();
    archive.write('s.jsonl', rewritten);
    const report = await archive.ingest();

    const [session] = (await archive.store.read.sessions({}, { limit: 10, offset: 0 })).sessions;
    expect(report.lines).toMatchObject({ copy: 2 });
    expect(session).toMatchObject({ events: 9 });
  });

  test('when a byte in the middle changes and the file grows', async () => {
    const archive = await Archive.open();
    const path = archive.write('s.jsonl', story);
    await archive.ingest();

    archive.write(
      's.jsonl',
      fixedTest('idempotence').prompt('more').toString().replace('Running them first.', 'Running them FIRST.'),
    );
    await archive.ingest();

    expect((await archive.store.read.file(path))?.version).toBe(1);
  });

  test('when a file is moved', async () => {
    const archive = await Archive.open();
    const path = archive.write('a/s.jsonl', story);
    await archive.ingest();
    const before = await seen(archive.store);

    archive.write('b/.keep', '');
    renameSync(path, archive.path('b/moved.jsonl'));
    const report = await archive.ingest();

    expect(report).toMatchObject({ files: 1, events: 0, lines: { copy: 9 } });
    expect(await seen(archive.store)).toEqual(before);
  });

  test('when the agent deletes its file', async () => {
    const archive = await Archive.open();
    const path = archive.write('s.jsonl', story);
    await archive.ingest();
    const before = await seen(archive.store);
    rmSync(path);
    await archive.ingest();
    expect(await seen(archive.store)).toEqual(before);
  });

  test('when a torn last line is completed later', async () => {
    const archive = await Archive.open();
    const cut = story.length - 30;
    const path = archive.write('s.jsonl', story.slice(0, cut));
    const torn = await archive.ingest();
    appendFileSync(path, story.slice(cut));
    await archive.ingest();

    expect(torn.lines).toMatchObject({ mapped: 8, issue: 1 });
    expect(readFileSync(path, 'utf8')).toBe(story);
    expect(await seen(archive.store)).toEqual(await readAtOnce(story));
  });
});
