import { sessionKey, type Key } from '../../model/ids.ts';
import type { SessionRow, Tally } from '../store.ts';
import { whole } from '../rows/whole.ts';
import { wantDigests } from './digests.ts';
import type { Sql } from './sql.ts';

/** Adds a session or what is new about it; gives its number in the tree. `at` is when its file was read. */
export async function putSession(
  sql: Sql,
  { tree, row, at }: { readonly tree: Key; readonly row: SessionRow; readonly at: number },
): Promise<number> {
  const session = (await sessionNumber(sql, tree, row.uid)) ?? (await insertSession(sql, tree, row, at));
  const { add } = row;
  await sql.run(
    `update session set
       source = ?, native = ?, workspace = ?, parent = coalesce(?, parent), relation = coalesce(?, relation),
       title = coalesce(?, title), custom_title = coalesce(?, custom_title), cwd = coalesce(cwd, ?), repo = coalesce(repo, ?),
       branch = coalesce(?, branch), model = coalesce(?, model), agent_version = coalesce(?, agent_version),
       outcome = coalesce(?, outcome),
       started_at = least(started_at, ?14), ended_at = greatest(ended_at, ?15),
       ingested_at = greatest(ingested_at, ?16, 0),
       first_words = case when ?17::text is not null and (first_words is null or by_person < ?18) then ?17::text else first_words end,
       by_person = greatest(by_person, ?18), not_recorded = coalesce(?21, not_recorded),
       events = events + ?22, steps = steps + ?23, errors = errors + ?24, turns = turns + ?25, retries = retries + ?26,
       input_tokens = input_tokens + ?27, output_tokens = output_tokens + ?28, cache_tokens = cache_tokens + ?29,
       wall_clock_ms = wall_clock_ms + ?30, changes = changes + 1
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
    ...counts(add, 1),
  );
  return session;
}

export async function sessionNumber(sql: Sql, tree: Key, uid: string): Promise<number | undefined> {
  const rows = await sql.all<{ tree: Key; session: number }>('select tree, session from session where uid = ?', uid);
  const elsewhere = rows.find((row) => row.tree !== tree);
  // Two halves of a session under two trees would be two sessions to everyone who asks.
  if (elsewhere !== undefined) throw new Error(`Session ${uid} belongs to tree ${elsewhere.tree}, not to ${tree}.`);
  return rows[0]?.session;
}

export async function addTally(
  sql: Sql,
  to: { readonly tree: Key; readonly session: number; readonly sign: 1 | -1 },
  add: Tally,
): Promise<void> {
  const { tree, session, sign } = to;
  await sql.run(
    `update session set events = events + ?, steps = steps + ?, errors = errors + ?, turns = turns + ?, retries = retries + ?,
       input_tokens = input_tokens + ?, output_tokens = output_tokens + ?, cache_tokens = cache_tokens + ?,
       wall_clock_ms = wall_clock_ms + ?, changes = changes + 1
     where tree = ? and session = ?`,
    ...counts(add, sign),
    tree,
    session,
  );
}

function counts(add: Tally, sign: 1 | -1): readonly number[] {
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

async function insertSession(sql: Sql, tree: Key, row: SessionRow, at: number): Promise<number> {
  // Another process may be about to make it under another tree. The two numbers of one lock: what it is for, and whose.
  await sql.run('select pg_advisory_xact_lock(7369656, (?::bigint % 2147483647)::int)', sessionKey(row.uid));
  const made = await sessionNumber(sql, tree, row.uid);
  if (made !== undefined) return made;
  // What goes on elsewhere did not end there.
  if (row.parent) await wantDigests(sql, [row.parent.uid]);
  return (await sql.get<{ session: number }>(
    `insert into session (tree, session, uid, source, native, workspace, discovered_at)
     values (?1, (select coalesce(max(session), 0) + 1 from session where tree = ?1), ?2, ?3, ?4, ?5, ?6) returning session`,
    tree,
    row.uid,
    row.source,
    row.nativeId,
    row.workspace,
    at,
  ))!.session;
}
