import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exportSession } from '../../src/ask/export/export.ts';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { restore } from '../../src/ingest/archive/restore.ts';
import { loadSqlite } from '../../src/platform/load-sqlite.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { Archive, ingestFolder, seen } from '../support/archive.ts';
import { fixedTest, Transcript, uuid } from '../support/transcript.ts';

// A disk that changes a bit: other bytes than the agent's are never given, and what is whole still is.

interface Damaged {
  readonly archive: Archive;
  readonly store: Store;
  readonly path: string;
  readonly text: string;
  readonly before: unknown;
}

/** An archive with a session of several blocks, of which one is damaged, and a healthy session. */
async function damaged(how: (data: Uint8Array) => Uint8Array): Promise<Damaged> {
  const archive = await Archive.open();
  const text = new Transcript('long')
    .prompt('x '.repeat(600_000))
    .says('Read it.')
    .prompt('go on')
    .says('Done.')
    .toString();
  const path = archive.write('sessions/long.jsonl', text);
  archive.write('sessions/healthy.jsonl', fixedTest('healthy').toString());
  const address = archive.path('stemma.db');
  const store = await openSqlite(address, { mode: 'write' });
  onTestFinished(() => store[Symbol.asyncDispose]());
  await ingestFolder(store, archive.path('sessions'));
  const before = await seen(store);
  const pieces = await store.read.pieces(path, 0);
  expect(pieces.length).toBeGreaterThan(1);
  const name = Buffer.from(pieces[0]!.hash, 'hex');
  const beside = new (loadSqlite().DatabaseSync)(address);
  const { data } = beside.prepare('select data from block where hash = ?').get(name) as { data: Uint8Array };
  beside.prepare('update block set data = ? where hash = ?').run(how(data), name);
  beside.close();
  return { archive, store, path, text, before };
}

const flipped = (data: Uint8Array): Uint8Array =>
  data.with(Math.floor(data.length * 0.4), data[Math.floor(data.length * 0.4)]! ^ 4);
const cut = (data: Uint8Array): Uint8Array => data.subarray(0, data.length / 2);

async function sessionOf({ store }: Damaged, name: string) {
  return (await store.read.session(`claude:${uuid(name)}` as never))!;
}

test.each([
  ['a flipped bit', flipped],
  ['a lost half', cut],
])('%s: restore writes no wrong byte, names the block, and gives what is whole beside', async (_what, how) => {
  const run = await damaged(how);
  const to = run.archive.path('back');
  const { files, exact } = await restore({ store: run.store, sources, session: await sessionOf(run, 'long'), to });
  expect(exact).toBe(false);
  const [file] = files;
  expect(file).toMatchObject({ path: join(to, 'long.jsonl.incomplete'), damaged: [expect.stringContaining('block')] });
  expect(existsSync(join(to, 'long.jsonl'))).toBe(false);
  const [first] = await run.store.read.pieces(run.path, 0);
  expect(readFileSync(file!.path, 'utf8')).toBe(Buffer.from(run.text).subarray(first!.length).toString());
});

test('a healthy session is restored byte for byte beside a damaged one', async () => {
  const run = await damaged(flipped);
  const session = await sessionOf(run, 'healthy');
  const answer = await restore({ store: run.store, sources, session, to: run.archive.path('back') });
  expect(answer).toMatchObject({ exact: true, files: [{ path: run.archive.path('back/healthy.jsonl') }] });
});

test('export gives every event, those of the damaged block without content, and then names it', async () => {
  const run = await damaged(flipped);
  const pieces: string[] = [];
  const exporting = async () => {
    const session = await sessionOf(run, 'long');
    for await (const piece of exportSession(run.store.read, session, 'json', { sources })) pieces.push(piece);
  };
  await expect(exporting()).rejects.toMatchObject({ code: 'block-damaged' });
  const { events } = JSON.parse(pieces.join('')) as { events: { content: object | null }[] };
  const { events: all } = await sessionOf(run, 'long');
  expect(events).toHaveLength(all);
  expect(events.at(0)?.content).toBeNull();
  expect(events.at(-1)?.content).not.toBeNull();
});

test('rebuild leaves what was derived from damaged bytes as it is, makes the rest again, and names the block', async () => {
  const run = await damaged(flipped);
  const report = await rebuild({ store: run.store, sources, workspace: 'local', clock: () => 0 });
  expect(report).toMatchObject({ files: 1, problems: [{ path: run.path, reason: 'block-damaged' }] });
  expect(await seen(run.store)).toEqual(run.before);
});
