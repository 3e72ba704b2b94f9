import type { Batch } from '../store.ts';
import { noTally } from '../rows/tally.ts';
import { whole } from '../rows/whole.ts';
import { addEvents } from './commit-events.ts';
import { findFile, putFile } from './commit-file.ts';
import { addPieces, dropOlderVersions } from './commit-pieces.ts';
import { putSession } from './shims.ts';
import { wantDigests } from './shims.ts';
import { putMinedChains } from './put-chains.ts';
import { putEdges } from './put-edges.ts';
import { replaceEvents } from './replace-events.ts';
import { retell } from './retell.ts';
import { sameProgress, type SeenMarks } from './seen-marks.ts';
import type { Transaction } from './transaction.ts';

/**
 * Keeps one stretch of one file. Safe to repeat: facts, pieces and events have keys of their own; what is *added*
 * (counters, issues) is left out when the file's mark says that this stretch is in already, whoever put it there.
 */
export async function commitBatch(sql: Transaction, batch: Batch, marks: SeenMarks): Promise<void> {
  const { tree } = batch;
  const found = await findFile(sql, tree, batch.file);
  const { file, before } = found;
  // Another process that reads the same file has kept all of this.
  if (before !== undefined && marks.isOvertaken(batch.file, before)) return;
  const repeated = before !== undefined && sameProgress(before, batch.file);
  await putFile(sql, tree, found, batch.file);
  marks.see(batch.file);

  await addPieces(sql, { tree, file, version: batch.file.version }, batch.pieces);

  const sessions = new Map<string, number>();
  for (const row of batch.sessions) {
    const add = repeated ? noTally : row.add;
    sessions.set(row.uid, await putSession(sql, { tree, row: { ...row, add }, at: batch.file.readAt }));
  }
  const places = await addEvents(sql, { batch, file, sessions, repeated });
  await retell(sql, { file, mark: batch.file }, batch.again);
  await replaceEvents(sql, tree, batch.replaced);
  // What was replaced is no longer where it was.
  await putEdges(sql, batch.edges, batch.replaced.length === 0 ? { tree, places } : {});
  await putMinedChains(sql, batch.chains);
  if (batch.renewed) await dropOlderVersions(sql, { tree, file, version: batch.file.version });

  for (const { session, call, failed, durationMs } of batch.outcomes) {
    await sql.run(
      `update event set failed = ?, duration_ms = coalesce(?, duration_ms)
        where tree = ? and id = ? and session = (select session from session where uid = ? and tree = ?3)`,
      Number(failed),
      whole(durationMs),
      tree,
      call,
      session,
    );
  }
  await putLinks(sql, batch);
  if (repeated) return;

  await sql.insert(
    'unknown_kind',
    { tree: 'bigint', file: 'integer', kind: 'text', agent_version: 'text', count: 'bigint' },
    batch.unknown.map(({ kind, version, count }) => ({ tree, file, kind, agent_version: version ?? '', count })),
    'on conflict (tree, file, kind, agent_version) do update set count = unknown_kind.count + excluded.count',
  );
  await sql.insert(
    'issue',
    { tree: 'bigint', file: 'integer', line: 'integer', '"offset"': 'bigint', reason: 'text' },
    batch.issues.map(({ line, offset, reason }) => ({ tree, file, line, offset, reason })),
    'on conflict do nothing',
  );
}

async function putLinks(sql: Transaction, { tree, links }: Batch): Promise<void> {
  if (links.length === 0) return;
  for (const link of links) {
    await sql.run(
      `insert into link values (?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (tree, child, type, parent, call, from_step, to_step) do update set before_line = coalesce(excluded.before_line, link.before_line)`,
      tree,
      link.child,
      link.type,
      link.parent,
      link.call,
      link.from ?? 0,
      link.to ?? 0,
      link.beforeLine,
    );
  }
  await sql.run(
    'update session set touched = touched + 1 where uid = any (?::text[])',
    links.map(({ child }) => child),
  );
  // A digest tells of the sub-agents of a session, and whether it came back itself.
  await wantDigests(
    sql,
    links.flatMap(({ child, parent }) => [child, parent]),
  );
}
