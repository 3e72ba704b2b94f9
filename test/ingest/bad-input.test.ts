import { chmodSync, mkdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { longestLine } from '../../src/platform/files/split-lines.ts';
import { Archive, seen } from '../support/archive.ts';
import { fixedTest, Transcript } from '../support/transcript.ts';

const story = fixedTest('bad input');
const text = story.toString();

async function ingested(content: string | Uint8Array, name = 's.jsonl') {
  const archive = await Archive.open();
  const path = archive.write(name, content);
  const report = await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 100, offset: 0 });
  const { issues } = await archive.store.read.overview();
  return { archive, path, report, sessions, issues };
}

/** The file as the archive gives it back. */
async function restored({ archive, path }: { archive: Archive; path: string }): Promise<Buffer> {
  const { read } = archive.store;
  const mark = (await read.file(path))!;
  return Buffer.concat(await Array.fromAsync(read.bytes(path, mark.version, 0, mark.bytes)));
}

test('a torn last line is kept, counted as an issue, and the rest is read', async () => {
  const torn = text.slice(0, -20);
  const run = await ingested(torn);
  expect(run.report.lines).toMatchObject({ mapped: 8, issue: 1 });
  expect((await restored(run)).toString()).toBe(torn);
});

test('a torn line in the middle hides nothing else', async () => {
  const lines = [...story.lines];
  lines[4] = lines[4]!.slice(0, 50);
  const run = await ingested(lines.map((line) => `${line}\n`).join(''));
  expect(run.report.lines).toMatchObject({ mapped: 8, issue: 1 });
  expect(run.issues).toEqual([{ path: run.path, line: 5, reason: 'not-json' }]);
});

test('two records on one line are two events', async () => {
  const run = await ingested(`${story.lines.slice(0, 2).join('')}\n${story.lines.slice(2).join('\n')}\n`);
  expect(run.report).toMatchObject({ events: 9, lines: { mapped: 8 } });
});

test('invalid UTF-8 is read as far as it goes, noted, and restored as it was', async () => {
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf('Running')] = 0xff;
  const run = await ingested(bytes);
  expect(run.report).toMatchObject({ events: 9 });
  expect(run.issues).toEqual([{ path: run.path, line: 2, reason: 'invalid-utf8' }]);
  expect(await restored(run)).toEqual(bytes);
});

const megabyte = 1024 * 1024;

test('a line longer than any is read is kept raw as line-too-long, and what follows it is read', async () => {
  const long = JSON.stringify({ type: 'user', text: 'x'.repeat(longestLine + 2 * megabyte) });
  const run = await ingested(`${story.lines[0]}\n${long}\n${story.lines.slice(1).join('\n')}\n`);
  expect(run.report).toMatchObject({ events: 9, lines: { mapped: 9, issue: 1 } });
  expect(run.issues).toEqual([{ path: run.path, line: 2, reason: 'line-too-long' }]);
  expect((await restored(run)).length).toBe(text.length + long.length + 1);
});

test('such a line that is still being written is completed on the next run', async () => {
  const archive = await Archive.open();
  const long = JSON.stringify({ type: 'user', text: 'x'.repeat(longestLine + 2 * megabyte) });
  const whole = `${story.lines[0]}\n${long}\n${story.lines.slice(1).join('\n')}\n`;
  const path = archive.write('s.jsonl', whole.slice(0, longestLine + megabyte));
  await archive.ingest();
  archive.write('s.jsonl', whole);
  await archive.ingest();
  expect((await archive.store.read.file(path))?.lines).toMatchObject({ mapped: 9, issue: 1 });
  expect((await restored({ archive, path })).equals(Buffer.from(whole))).toBe(true);
});

test('NUL bytes before a record are skipped, inside a record they make it an issue', async () => {
  const lines = [...story.lines];
  lines[1] = `\0\0\0${lines[1]}`;
  lines[2] = lines[2]!.replace('npm', 'n\0m');
  const run = await ingested(`${lines.join('\n')}\n`);
  expect(run.report.lines).toMatchObject({ mapped: 8, issue: 1 });
});

test('a gzip file is read, and of a truncated one what is there', async () => {
  const packed = gzipSync(Buffer.from(text), { level: 0 });
  expect((await ingested(packed, 's.jsonl.gz')).report).toMatchObject({ events: 9 });

  const run = await ingested(packed.subarray(0, packed.length / 2), 's.jsonl.gz');
  expect(run.report.events).toBeGreaterThan(2);
  expect(run.issues).toContainEqual(expect.objectContaining({ reason: 'truncated-archive' }));
});

test('a truncated gzip file that is completed later is completed here', async () => {
  const packed = gzipSync(Buffer.from(text), { level: 0 });
  const archive = await Archive.open();
  archive.write('s.jsonl.gz', packed.subarray(0, packed.length / 2));
  await archive.ingest();
  archive.write('s.jsonl.gz', packed);
  await archive.ingest();
  expect((await archive.store.read.sessions({}, { limit: 1, offset: 0 })).sessions[0]).toMatchObject({ events: 9 });
});

test('a directory where a file should be is walked like any other', async () => {
  const archive = await Archive.open();
  mkdirSync(archive.path('s.jsonl'));
  archive.write('s.jsonl/inner.jsonl', text);
  expect(await archive.ingest()).toMatchObject({ events: 9, problems: [] });
});

test('an unreadable file is named, the others are read', async () => {
  const archive = await Archive.open();
  archive.write('b.jsonl', fixedTest('other').toString());
  chmodSync(archive.write('a.jsonl', text), 0o000);
  const report = await asOrdinaryUser(archive.folder, () => archive.ingest());
  expect(report).toMatchObject({ events: 9, problems: [{ path: archive.path('a.jsonl'), reason: 'path-unreadable' }] });
});

/** Root may read everything, so it steps down for a moment. */
async function asOrdinaryUser<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  chmodSync(folder, 0o755);
  process.seteuid!(65_534);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}

test('a path that is not there is an error that says so', async () => {
  const archive = await Archive.open();
  await expect(archive.ingest({ paths: [archive.path('nowhere')] })).rejects.toMatchObject({ code: 'path-not-found' });
});

test('a file of no known agent is named when the user named it', async () => {
  const archive = await Archive.open();
  const path = archive.write('notes.txt', 'buy milk\n');
  expect(await archive.ingest()).toMatchObject({ files: 0, problems: [] });
  expect(await archive.ingest({ paths: [path] })).toMatchObject({
    files: 0,
    problems: [{ path, reason: 'not-recognised' }],
  });
});

test('a cycle among parents ends every walk', async () => {
  const lines = story.lines.map((line) => JSON.parse(line) as { uuid: string; parentUuid: string | null });
  lines[0]!.parentUuid = lines[1]!.uuid;
  const run = await ingested(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  const events = await run.archive.store.read.events(run.sessions[0]!.uid, { after: 0, limit: 10 });
  const { eventRef } = await import('../../src/model/ids.ts');
  expect(await run.archive.store.read.parentChain(eventRef(events[8]!.id)!, 1000)).toHaveLength(9);
});

test('the same record id twice is one event', async () => {
  const run = await ingested(`${[...story.lines, story.lines[3]].join('\n')}\n`);
  expect(run.report).toMatchObject({ events: 9, lines: { mapped: 9, copy: 1 } });
});

test('a missing parent leaves the event in its place', async () => {
  const run = await ingested(`${story.lines.slice(2).join('\n')}\n`);
  expect(run.report).toMatchObject({ events: 7, lines: { mapped: 7 } });
});

test('events keep the order of their lines when the clock goes backwards', async () => {
  const lines = story.lines.map((line, i) =>
    line.replace(/"timestamp":"[^"]+"/, `"timestamp":"2026-01-02T03:04:${String(59 - i)}.000Z"`),
  );
  const run = await ingested(`${lines.join('\n')}\n`);
  const events = await run.archive.store.read.events(run.sessions[0]!.uid, { after: 0, limit: 10 });
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(events[0]!.summary).toContain('make the tests pass');
  expect(run.sessions[0]).toMatchObject({
    started_at: '2026-01-02T03:04:51.000Z',
    ended_at: '2026-01-02T03:04:59.000Z',
  });
});

test('a record of a kind nobody knows is kept and counted by version', async () => {
  const strange = JSON.stringify({
    type: 'telepathy',
    sessionId: story.session,
    uuid: 'u',
    version: '9.9.9',
    timestamp: '2030-01-01T00:00:00Z',
  });
  const run = await ingested(`${text}${strange}\n`);
  expect(run.report.lines).toMatchObject({ mapped: 9, raw: 1 });
  const { sources } = await run.archive.store.read.overview();
  expect(sources[0]!.unknown).toEqual([{ kind: 'telepathy', version: '9.9.9', count: 1 }]);
});

test('an empty file is nothing', async () => {
  expect((await ingested('')).report).toMatchObject({ files: 0, events: 0, problems: [] });
});

test('a session that was excluded by its folder is not ingested', async () => {
  const archive = await Archive.open();
  archive.write('s.jsonl', text);
  expect(await archive.ingest({ exclude: ['/home/dev/shop'] })).toMatchObject({ events: 0 });
  expect(await seen(archive.store)).toEqual([]);
});

test('stopping in the middle keeps what was read, and the next run goes on', async () => {
  const archive = await Archive.open();
  for (let i = 0; i < 5; i++)
    archive.write(`${i}.jsonl`, new Transcript(`stop ${i}`).prompt('go').says('gone').toString());
  const stop = new AbortController();
  const first = archive.ingest({ signal: stop.signal, onProgress: ({ files }) => files.done === 2 && stop.abort() });
  await expect(first).rejects.toMatchObject({ code: 'interrupted' });
  expect(await archive.ingest()).toMatchObject({ files: 3, events: 6 });
});
