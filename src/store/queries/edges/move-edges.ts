import type { Key } from '../../../model/ids.ts';
import { run, type Query } from '../query.ts';

interface Move {
  readonly tree: Key;
  readonly session: number;
  readonly old: { readonly id: Key; readonly seq: number };
  readonly by: { readonly id: Key; readonly seq: number };
}

/** Whether another edge `o` has the same value in all these columns. */
const same = (...columns: readonly string[]): string =>
  columns.map((column) => `o.${column} = edge.${column}`).join(' and ');

/** Moves the edges of an event to another of the same session, which replaces it. They replace those it has. */
export function* moveEdges({ tree, session, old, by }: Move): Query<void> {
  yield* run(
    `delete from edge where tree = ?1 and session = ?2 and effect = ?4 and exists (select 1 from edge o
       where o.tree = ?1 and o.session = ?2 and o.effect = ?3 and ${same('cause_tree', 'cause', 'basis')})`,
    tree,
    session,
    old.seq,
    by.seq,
  );
  yield* run(
    'update edge set effect = ?4 where tree = ?1 and session = ?2 and effect = ?3',
    tree,
    session,
    old.seq,
    by.seq,
  );
  yield* run(
    `delete from edge where tree = ?1 and session = ?2 and cause = ?4 and cause > 0 and exists (select 1 from edge o
       where o.tree = ?1 and o.session = ?2 and o.cause = ?3 and o.cause > 0
         and ${same('effect', 'cause_tree', 'basis')})`,
    tree,
    session,
    old.seq,
    by.seq,
  );
  yield* run(
    'update edge set cause = ?4 where tree = ?1 and session = ?2 and cause = ?3 and cause > 0',
    tree,
    session,
    old.seq,
    by.seq,
  );
  yield* run(
    `delete from edge where cause = ?3 and cause < 0 and exists (select 1 from edge o
       where o.cause = ?2 and o.cause < 0 and case o.cause_tree when 0 then o.tree else o.cause_tree end = ?1
         and ${same('tree', 'session', 'effect', 'cause_tree', 'basis')})`,
    tree,
    -old.id,
    -by.id,
  );
  yield* run(
    `update edge set cause = ?3 where cause = ?2 and cause < 0
       and case cause_tree when 0 then tree else cause_tree end = ?1`,
    tree,
    -old.id,
    -by.id,
  );
  yield* run(
    'delete from edge where tree = ? and session = ? and effect = ? and cause = effect',
    tree,
    session,
    by.seq,
  );
}

/** The edges of an event that is gone. */
export function* dropEdges({
  tree,
  session,
  seq,
}: {
  readonly tree: Key;
  readonly session: number;
  readonly seq: number;
}): Query<void> {
  yield* run('delete from edge where tree = ? and session = ? and effect = ?', tree, session, seq);
  yield* run('delete from edge where tree = ? and session = ? and cause = ? and cause > 0', tree, session, seq);
}
