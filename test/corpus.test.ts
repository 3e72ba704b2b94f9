import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restore } from '../src/ingest/restore.ts';
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

  const files = globSync('{claude,codex,codex-old}/**/*.jsonl', { cwd: corpus }).map((name) => join(corpus, name));
  expect(report.problems).toEqual([]);
  expect(report.files).toBe(files.filter((path) => readFileSync(path).length > 0).length);
  for (const path of files) {
    const { lines, torn } = (await store.read.file(path))!;
    expect([path, sum(lines) + Number(torn)]).toEqual([path, countLines(readFileSync(path))]);
  }

  const { sessions } = await store.read.sessions({}, { limit: 100_000, offset: 0 });
  const restored = new Map<string, string>();
  for (const [i, session] of sessions.entries()) {
    if ((await store.read.filesOf(session.uid)).length === 0) continue;
    const written = await restore({ store, session, to: join(folder, `${i}`), only: true });
    for (const { path } of written.files) restored.set(path.split('/').at(-1)!, path);
  }
  for (const path of files) {
    const back = restored.get(path.split('/').at(-1)!);
    expect([path, back !== undefined && readFileSync(back).equals(readFileSync(path))]).toEqual([path, true]);
  }
});

function sum(lines: LineCounts): number {
  return lines.mapped + lines.state + lines.copy + lines.raw + lines.issue;
}

function countLines(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n');
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}
