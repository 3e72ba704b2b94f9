import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restore } from '../src/ingest/restore.ts';
import { sources } from '../src/sources/registry.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import type { LineCounts } from '../src/store/store.ts';
import { ingestFolder } from './support/archive.ts';

// Real sessions that people published. They are not ours to ship: unpack them somewhere and say where.
const corpus = process.env['STEMMA_CORPUS'];

test('real sessions: every line has one disposition, every file comes back byte for byte', { timeout: 600_000 }, async ({ skip }) => {
  if (!corpus || !existsSync(corpus)) return skip('STEMMA_CORPUS is not set: no public sessions were read in this run');
  const folder = mkdtempSync(join(tmpdir(), 'stemma-corpus-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await using store = await openSqlite(join(folder, 'stemma.db'), { mode: 'write' });

  const report = await ingestFolder(store, corpus);

  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl')).map((name) => join(corpus, name));
  expect(report.problems).toEqual([]);
  expect(report.files).toBe(files.filter((path) => readFileSync(path).length > 0).length);
  for (const path of files) {
    const { lines, torn } = (await store.read.file(path))!;
    expect([path, sum(lines) + Number(torn)]).toEqual([path, countLines(readFileSync(path))]);
  }

  const { sessions } = await store.read.sessions({}, { limit: 100_000, offset: 0 });
  const exact = new Set<string>();
  for (const [i, session] of sessions.entries()) {
    const marks = await store.read.filesOf(session.uid);
    if (marks.length === 0) continue;
    const written = await restore({ store, sources, session, to: join(folder, `${i}`), only: true });
    for (const { path } of marks) {
      const back = written.files.find((file) => basename(file.path) === basename(path));
      if (back && readFileSync(back.path).equals(readFileSync(path))) exact.add(path);
    }
  }
  expect(files.filter((path) => !exact.has(path))).toEqual([]);
});

function sum(lines: LineCounts): number {
  return lines.mapped + lines.state + lines.copy + lines.raw + lines.issue;
}

function countLines(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n');
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}
