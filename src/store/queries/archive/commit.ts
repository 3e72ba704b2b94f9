import { issueTable, unknownKindTable } from '../../rows/tables.ts';
import { noCounters } from '../../rows/session-counters.ts';
import { whole } from '../../rows/whole.ts';
import type { Batch, FileMark } from '../../store.ts';
import { putMinedChains } from '../chains/put-chains.ts';
import type { Dialect } from '../dialect.ts';
import { putEdges } from '../edges/put-edges.ts';
import { addEvents } from '../events/add-events.ts';
import { replaceEvents } from '../events/replace-events.ts';
import { updateEvents } from '../events/update-events.ts';
import { insert, run, type Query } from '../query.ts';
import { requestDigest } from '../sessions/digests.ts';
import { putSession } from '../sessions/put-session.ts';
import { addPieces, dropOlderVersions } from './pieces.ts';
import { supersedeSecondary } from './secondary-analysis.ts';
import { findFile, putFile, type Progress } from './put-file.ts';

/** How far this process has seen each file, where others may write to the same store. */
export interface ReadMarks {
  see(mark: FileMark): void;
  /** Whether another process that reads the same file has stored all of this stretch. */
  isOvertaken(stretch: FileMark, now: Progress): boolean;
}

/**
 * Stores one stretch of one file. Safe to repeat: facts, pieces and events have keys of their own; what is *added*
 * (counters, issues) is skipped when the file's watermark shows that this stretch is already in.
 */
export function* commitBatch(db: Dialect, batch: Batch, marks?: ReadMarks): Query<void> {
  const { tree } = batch;
  const found = yield* findFile(tree, batch.file);
  const { file, before } = found;
  if (before !== undefined && marks?.isOvertaken(batch.file, before)) return;
  const isRepeated = before !== undefined && isSameProgress(before, batch.file);
  yield* putFile(tree, found, batch.file);
  marks?.see(batch.file);
  const version = { tree, file, version: batch.file.version };
  yield* addPieces(version, batch.pieces);

  if (batch.file.role === 'main') yield* supersedeSecondary(db, tree, new Set(batch.events.map((row) => row.session)));
  const sessions = new Map<string, number>();
  for (const row of batch.sessions) {
    const add = isRepeated ? noCounters : row.add;
    sessions.set(row.uid, yield* putSession(db, { tree, row: { ...row, add }, at: batch.file.readAt }));
  }
  const places = yield* addEvents(db, { batch, file, sessions, isRepeated });
  yield* updateEvents(db, { file, mark: batch.file }, batch.again);
  yield* replaceEvents(db, tree, batch.replaced);
  // Replaced events are no longer at their place.
  yield* putEdges(db, batch.edges, batch.replaced.length === 0 ? { tree, places } : {});
  yield* putMinedChains(db, batch.chains);
  // A session that continues another may have solved what failed there: that one's digest lists its failures too.
  const elsewhere = new Set(batch.chains.flatMap(({ session }) => session ?? []));
  for (const uid of elsewhere) if (!sessions.has(uid)) yield* requestDigest(db, uid);
  if (batch.renewed) yield* dropOlderVersions(version);
  yield* putOutcomes(db, batch);
  yield* putLinks(db, batch);
  if (isRepeated) return;

  yield* insert(
    unknownKindTable,
    batch.unknown.map(({ kind, version: agent, count }) => [tree, file, kind, agent ?? '', count]),
    'on conflict (tree, file, kind, agent_version) do update set count = unknown_kind.count + excluded.count',
  );
  yield* insert(
    issueTable,
    batch.issues.map(({ line, offset, reason }) => [tree, file, line, offset, reason]),
    'on conflict do nothing',
  );
}

/** How calls from an earlier batch ended. */
function* putOutcomes(db: Dialect, { tree, outcomes }: Batch): Query<void> {
  for (const { session, call, failed, durationMs } of outcomes) {
    yield* run(
      `update event set failed = ?1, duration_ms = coalesce(?2, duration_ms) where ${db.eventByKey('?3', '?4', '?5')}`,
      Number(failed),
      whole(durationMs),
      tree,
      call,
      session,
    );
  }
}

function* putLinks(db: Dialect, { tree, links }: Batch): Query<void> {
  for (const link of links) {
    yield* run(
      `insert into link values (?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (tree, child, type, parent, call, from_step, to_step)
          do update set before_line = coalesce(excluded.before_line, link.before_line)`,
      tree,
      link.child,
      link.type,
      link.parent,
      link.call,
      link.from ?? 0,
      link.to ?? 0,
      link.beforeLine,
    );
    yield* run(`update session set ${db.session.wantLinks} where ${db.session.byUid}`, link.child);
    // A digest counts the sub-agents of a session, and whether it returned itself.
    for (const uid of [link.child, link.parent]) yield* requestDigest(db, uid);
  }
}

function isSameProgress(a: Progress, b: Progress): boolean {
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
