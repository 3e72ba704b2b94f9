import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restore } from '../../src/ingest/archive/restore.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { LineCounts } from '../../src/store/store.ts';
import { ingestFolder } from '../support/archive.ts';

// Real sessions that people published. They are not ours to ship: unpack them somewhere and say where.
const corpus = process.env['STEMMA_CORPUS'];

test(
  'real sessions: every line has one disposition, every file comes back byte for byte',
  { timeout: 600_000 },
  async ({ skip }) => {
    if (!corpus || !existsSync(corpus))
      return skip('STEMMA_CORPUS is not set: no public sessions were read in this run');
    const folder = mkdtempSync(join(tmpdir(), 'stemma-corpus-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await using store = await openSqlite(join(folder, 'stemma.db'), { mode: 'write' });

    const report = await ingestFolder(store, corpus);

    expect(report.problems).toEqual([]);
    const files = readdirSync(corpus, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => statSync(path).size > 0);
    const marks = (await Array.fromAsync(store.read.files())).filter(({ role }) => role !== 'side');
    // A database is known by the sessions in it; the log beside it belongs to it. Nothing else is left unread but
    // plain text.
    const known = new Set(marks.map(({ path }) => path.replace(/#[^/]*$/, '')));
    expect(files.filter((path) => !known.has(path) && !/-(?:wal|shm)$|\.txt$/.test(path))).toEqual([]);
    expect(report.files).toBe(marks.length);
    for (const { path, lines, torn } of marks) {
      if (path.endsWith('.jsonl'))
        expect([path, sum(lines) + Number(torn)]).toEqual([path, countLines(readFileSync(path))]);
    }

    const exact = new Set<string>();
    for (const [i, uid] of [...new Set(marks.map(({ session }) => session))].entries()) {
      const session = await store.read.session(uid);
      if (!session) continue;
      const written = await restore({ store, sources, session, to: join(folder, `${i}`), only: true });
      for (const { path } of await store.read.filesOf(uid)) {
        const back = written.files.find((file) => basename(file.path) === basename(path));
        if (back && existsSync(path) && readFileSync(back.path).equals(readFileSync(path))) exact.add(path);
      }
    }
    expect(marks.map(({ path }) => path).filter((path) => !path.includes('#') && !exact.has(path))).toEqual([]);
  },
);

function sum(lines: LineCounts): number {
  return lines.mapped + lines.state + lines.copy + lines.raw + lines.issue;
}

function countLines(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n');
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}
