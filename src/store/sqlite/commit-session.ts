import type { Key } from '../../model/ids.ts';
import type { SessionRow, Tally } from '../store.ts';
import type { Connection } from './connection.ts';
import { wantDigest } from './digests.ts';
import { whole } from '../rows/whole.ts';

/** Adds a session or what is new about it; gives its number in the tree. `at` is when its file was read. */
export function putSession(
  connection: Connection,
  { tree, row, at }: { readonly tree: Key; readonly row: SessionRow; readonly at: number },
): number {
  const session = sessionNumber(connection, tree, row.uid) ?? insertSession(connection, tree, row, at);
  connection.run(
    `update session set
       source = ?, native = ?, workspace = ?, parent = coalesce(?, parent), relation = coalesce(?, relation),
       title = coalesce(?, title), custom_title = coalesce(?, custom_title), cwd = coalesce(cwd, ?), repo = coalesce(repo, ?),
       branch = coalesce(?, branch), model = coalesce(?, model), agent_version = coalesce(?, agent_version),
       outcome = coalesce(?, outcome),
       started_at = coalesce(min(started_at, ?14), started_at, ?14), ended_at = coalesce(max(ended_at, ?15), ended_at, ?15),
       ingested_at = max(coalesce(ingested_at, 0), ?16),
       first_words = case when ?17 is not null and (first_words is null or by_person < ?18) then ?17 else first_words end,
       by_person = max(by_person, ?18), not_recorded = coalesce(?21, not_recorded)
     where tree = ?19 and session = ?20`,
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
    Number(row.firstWords?.byPerson ?? false),
    tree,
    session,
    row.notRecorded?.join(',') ?? null,
  );
  addTally(connection, { tree, session, sign: 1 }, row.add);
  return session;
}

export function sessionNumber(connection: Connection, tree: Key, uid: string): number | undefined {
  const rows = connection.all<{ tree: Key; session: number }>('select tree, session from session where uid = ?', uid);
  const elsewhere = rows.find((row) => row.tree !== tree);
  // Two halves of a session under two trees would be two sessions to everyone who asks.
  if (elsewhere !== undefined) throw new Error(`Session ${uid} belongs to tree ${elsewhere.tree}, not to ${tree}.`);
  return rows[0]?.session;
}

export function addTally(
  connection: Connection,
  to: { readonly tree: Key; readonly session: number; readonly sign: 1 | -1 },
  add: Tally,
): void {
  const { tree, session, sign } = to;
  connection.run(
    `update session set events = events + ?, steps = steps + ?, errors = errors + ?, turns = turns + ?, retries = retries + ?,
       input_tokens = input_tokens + ?, output_tokens = output_tokens + ?, cache_tokens = cache_tokens + ?,
       wall_clock_ms = wall_clock_ms + ?, unanalyzed = 1
     where tree = ? and session = ?`,
    sign * add.events,
    sign * add.steps,
    sign * add.errors,
    sign * add.turns,
    sign * add.retries,
    sign * (whole(add.inputTokens) ?? 0),
    sign * (whole(add.outputTokens) ?? 0),
    sign * (whole(add.cacheTokens) ?? 0),
    sign * (whole(add.wallClockMs) ?? 0),
    tree,
    session,
  );
}

function insertSession(connection: Connection, tree: Key, row: SessionRow, at: number): number {
  // What goes on elsewhere did not end there.
  if (row.parent) wantDigest(connection, row.parent.uid);
  const { session } = connection.get<{ session: number }>(
    'select coalesce(max(session), 0) + 1 as session from session where tree = ?',
    tree,
  )!;
  // In two steps: an insert that returns something sets a savepoint, at which FTS5 writes out its memory.
  connection.run(
    'insert into session (tree, session, uid, source, native, workspace, discovered_at) values (?, ?, ?, ?, ?, ?, ?)',
    tree,
    session,
    row.uid,
    row.source,
    row.nativeId,
    row.workspace,
    at,
  );
  return session;
}
