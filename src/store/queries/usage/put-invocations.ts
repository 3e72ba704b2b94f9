import type { InvocationRef } from '../../../model/ids.ts';
import { invocationTable } from '../../rows/tables.ts';
import { whole } from '../../rows/whole.ts';
import type { InvocationEnd, InvocationRow, MinedUses } from '../../store.ts';
import { insert, run, type Query } from '../query.ts';
import { threadOf } from '../sessions/sessions.ts';

/** Replaces everything mined from the session before. For a session that is gone nothing is stored. */
export function* putMinedUses({ session, uses, phase }: MinedUses): Query<void> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return;
  yield* run('delete from invocation where session = ? and told = 0', session);
  yield* putInvocations(
    uses.map((use) => ({ ...use, session })),
    false,
  );
  yield* run('delete from worked where tree = ? and session = ?', thread.tree, session);
  if (phase !== null) yield* run('insert into worked values (?, ?, ?)', thread.tree, session, phase);
}

export function* putManualUses(uses: readonly InvocationRow[]): Query<void> {
  yield* putInvocations(uses, true);
}

const replaced = Object.keys(invocationTable.types).slice(2);

/** Of duplicates the last counts. */
function* putInvocations(uses: readonly InvocationRow[], isManual: boolean): Query<void> {
  const last = new Map(uses.map((row) => [`${row.tree} ${row.invocation}`, row]));
  yield* insert(
    invocationTable,
    [...last.values()].map((row) => [
      row.tree,
      row.invocation,
      row.session,
      Number(isManual),
      row.what,
      row.skill,
      whole(row.at),
      row.path,
      row.phase,
      row.query,
      row.request,
      row.alternatives.join('\n'),
      whole(row.rank),
      flag(row.end.completed),
      row.end.durationSeconds,
      row.end.followUps.join('\n'),
      row.end.errorType,
    ]),
    `on conflict (tree, invocation) do update set ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );
}

/** An unknown or mined one is ignored. */
export function* endManualUse(
  { tree, invocation }: InvocationRef,
  { completed, durationSeconds, followUps, errorType }: InvocationEnd,
): Query<void> {
  yield* run(
    `update invocation set completed = ?, seconds = ?, follow_ups = ?, error_type = ?
      where tree = ? and invocation = ? and told = 1`,
    flag(completed),
    durationSeconds,
    followUps.join('\n'),
    errorType,
    tree,
    invocation,
  );
}

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}
