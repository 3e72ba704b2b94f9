import type { Batch, LineCounts } from '../store.ts';
import { addEvents } from './commit-events.ts';
import { putFile } from './commit-file.ts';
import { addPieces, dropOlderVersions } from './commit-pieces.ts';
import { putSession } from './shims.ts';
import { wantDigest } from './shims.ts';
import type { Connection } from './connection.ts';
import { putMinedChains } from './put-chains.ts';
import { putEdges } from './put-edges.ts';
import { replaceEvents } from './replace-events.ts';
import { retell } from './retell.ts';
import { noTally } from '../rows/tally.ts';
import { whole } from '../rows/whole.ts';

/**
 * Keeps one stretch of one file. Safe to repeat: facts, pieces and events have keys of their own; what is *added*
 * (counters, issues) is left out when the file's mark says that this stretch is in already.
 */
export function commitBatch(connection: Connection, batch: Batch): void {
  const { tree } = batch;
  const { file, before } = putFile(connection, tree, batch.file);
  const repeated = before !== undefined && sameProgress(before, batch.file);

  addPieces(connection, { tree, file, version: batch.file.version }, batch.pieces);

  const sessions = new Map<string, number>();
  for (const row of batch.sessions) {
    const add = repeated ? noTally : row.add;
    sessions.set(row.uid, putSession(connection, { tree, row: { ...row, add }, at: batch.file.readAt }));
  }
  const places = addEvents(connection, { batch, file, sessions, repeated });
  retell(connection, { file, mark: batch.file }, batch.again);
  replaceEvents(connection, tree, batch.replaced);
  // What was replaced is no longer where it was.
  putEdges(connection, batch.edges, batch.replaced.length === 0 ? { tree, places } : {});
  putMinedChains(connection, batch.chains);
  if (batch.renewed) dropOlderVersions(connection, { tree, file, version: batch.file.version });

  for (const { session, call, failed, durationMs } of batch.outcomes) {
    // By row, here and below: an update that might concern several sets a savepoint, at which FTS5 writes out its
    // memory.
    connection.run(
      `update event set failed = ?, duration_ms = coalesce(?, duration_ms) where rowid =
         (select rowid from event where id = ? and tree = ? and session = (select session from session where uid = ? and tree = ?))`,
      Number(failed),
      whole(durationMs),
      call,
      tree,
      session,
      tree,
    );
  }
  for (const link of batch.links) {
    connection.run(
      `insert into link values (?, ?, ?, ?, ?, ?, ?, ?)
        on conflict do update set before_line = coalesce(excluded.before_line, before_line)`,
      tree,
      link.child,
      link.type,
      link.parent,
      link.call,
      link.from ?? 0,
      link.to ?? 0,
      link.beforeLine,
    );
    connection.run(
      'update session set unlinked = 1 where rowid = (select rowid from session where uid = ?)',
      link.child,
    );
    // A digest tells of the sub-agents of a session, and whether it came back itself.
    for (const uid of [link.child, link.parent]) wantDigest(connection, uid);
  }
  if (repeated) return;

  for (const { kind, version, count } of batch.unknown) {
    connection.run(
      'insert into unknown_kind values (?, ?, ?, ?, ?) on conflict do update set count = count + excluded.count',
      tree,
      file,
      kind,
      version ?? '',
      count,
    );
  }
  for (const { line, offset, reason } of batch.issues) {
    connection.run('insert or ignore into issue values (?, ?, ?, ?, ?)', tree, file, line, offset, reason);
  }
}

interface Progress {
  readonly version: number;
  readonly bytes: number;
  readonly offset: number;
  readonly lines: LineCounts;
}

function sameProgress(a: Progress, b: Progress): boolean {
  return (
    a.version === b.version &&
    a.bytes === b.bytes &&
    a.offset === b.offset &&
    a.lines.mapped === b.lines.mapped &&
    a.lines.state === b.lines.state &&
    a.lines.copy === b.lines.copy &&
    a.lines.raw === b.lines.raw &&
    a.lines.issue === b.lines.issue
  );
}
