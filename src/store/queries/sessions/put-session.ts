import type { Key, SessionUid } from '../../../model/ids.ts';
import { titleRanks } from '../../rows/title-ranks.ts';
import { whole } from '../../rows/whole.ts';
import type { SessionRow, SessionCounters } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, get, run, type Query } from '../query.ts';
import { adoptEntries } from './adopt-entries.ts';
import { requestDigest } from './digests.ts';

/** Adds or updates a session; returns its number in the tree. `at` is when its file was read. */
export function* putSession(
  db: Dialect,
  { tree, row, at }: { readonly tree: Key; readonly row: SessionRow; readonly at: number },
): Query<number> {
  const session = (yield* sessionNumber(tree, row.uid)) ?? (yield* insertSession(db, tree, row, at));
  yield* run(
    `update session set
       source = ?, native = ?, workspace = ?, parent = coalesce(?, parent), relation = coalesce(?, relation),
       title = coalesce(?, title), custom_title = coalesce(?, custom_title), cwd = coalesce(cwd, ?),
       repo = coalesce(repo, ?), branch = coalesce(?, branch), model = coalesce(?, model),
       agent_version = coalesce(?, agent_version), outcome = coalesce(?, outcome),
       started_at = ${db.smaller('started_at', '?14')}, ended_at = ${db.larger('ended_at', '?15')},
       ingested_at = ${db.larger('coalesce(ingested_at, 0)', '?16')},
       first_words = case when cast(?17 as text) is not null and (first_words is null or by_person < ?18)
         then cast(?17 as text) else first_words end,
       by_person = case when first_words is null and cast(?17 as text) is not null
         then ?18 else ${db.larger('by_person', '?18')} end,
       title_detail = null, not_recorded = coalesce(?, not_recorded),
       domain = coalesce(?, domain), task_ref = coalesce(?, task_ref),
       discovered_at = ${db.smaller('discovered_at', '?22')}, ${addCounts},
       ${db.session.wantDigest}
     where tree = ? and session = ?`,
    row.source,
    row.nativeId,
    row.workspace,
    row.parent?.uid ?? null,
    row.parent?.relation ?? null,
    row.title ?? null,
    row.customTitle ?? null,
    row.cwd ?? null,
    row.repo ?? null,
    row.branch ?? null,
    row.model ?? null,
    row.agentVersion ?? null,
    row.outcome ?? null,
    whole(row.startedAt),
    whole(row.endedAt),
    at,
    row.firstWords?.text ?? null,
    row.firstWords?.rank ?? titleRanks.notice,
    row.notRecorded?.join(',') ?? null,
    row.domain ?? null,
    row.taskRef ?? null,
    row.discoveredAt ?? null,
    ...counts(row.add, 1),
    tree,
    session,
  );
  return session;
}

export function* sessionNumber(tree: Key, uid: SessionUid): Query<number | undefined> {
  const found = yield* all<{ tree: Key; session: number }>('select tree, session from session where uid = ?', uid);
  const elsewhere = found.find((row) => row.tree !== tree);
  // Two halves of a session under two trees would be two sessions in every answer.
  if (elsewhere !== undefined) throw new Error(`Session ${uid} belongs to tree ${elsewhere.tree}, not to ${tree}.`);
  return found[0]?.session;
}

/** Adds to the counters of a session, or subtracts from them. */
export function* addCounters(
  db: Dialect,
  { tree, session, sign }: { readonly tree: Key; readonly session: number; readonly sign: 1 | -1 },
  add: SessionCounters,
): Query<void> {
  yield* run(
    `update session set ${addCounts}, ${db.session.wantDigest} where tree = ? and session = ?`,
    ...counts(add, sign),
    tree,
    session,
  );
}

const addCounts = [
  'events',
  'steps',
  'errors',
  'turns',
  'retries',
  'input_tokens',
  'output_tokens',
  'cache_tokens',
  'wall_clock_ms',
]
  .map((column) => `${column} = ${column} + ?`)
  .join(', ');

function counts(add: SessionCounters, sign: 1 | -1): readonly number[] {
  return [
    add.events,
    add.steps,
    add.errors,
    add.turns,
    add.retries,
    add.inputTokens,
    add.outputTokens,
    add.cacheTokens,
    add.wallClockMs,
  ].map((count) => sign * (whole(count) ?? 0));
}

function* insertSession(db: Dialect, tree: Key, row: SessionRow, at: number): Query<number> {
  if (yield* db.lockSession(row.uid)) {
    const made = yield* sessionNumber(tree, row.uid);
    if (made !== undefined) return made;
  }
  // A session that continues elsewhere did not end there.
  if (row.parent) yield* requestDigest(db, row.parent.uid);
  const { session } = (yield* get<{ session: number }>(
    'select coalesce(max(session), 0) + 1 as session from session where tree = ?',
    tree,
  ))!;
  // In two steps: in SQLite an insert with `returning` sets a savepoint, at which FTS5 flushes its memory.
  yield* run(
    `insert into session (tree, session, uid, source, native, workspace, discovered_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
    tree,
    session,
    row.uid,
    row.source,
    row.nativeId,
    row.workspace,
    row.discoveredAt ?? at,
  );
  yield* adoptEntries(row);
  return session;
}
