import type { Key } from '../../model/ids.ts';
import type { Sql } from './sql.ts';

interface Moved {
  readonly tree: Key;
  readonly session: number;
  readonly old: { readonly id: Key; readonly seq: number };
  readonly by: { readonly id: Key; readonly seq: number };
}

/**
 * Hangs the edges of an event on another of the same session, which has come in its place. What comes takes the place
 * of what was said of the same pair.
 */
export async function moveEdges(sql: Sql, { tree, session, old, by }: Moved): Promise<void> {
  await sql.run(
    `delete from edge t using edge o where t.tree = ?1 and t.session = ?2 and t.effect = ?4 and o.tree = ?1 and o.session = ?2 and o.effect = ?3
        and t.cause_tree = o.cause_tree and t.cause = o.cause and t.basis = o.basis`,
    tree,
    session,
    old.seq,
    by.seq,
  );
  await sql.run(
    'update edge set effect = ? where tree = ? and session = ? and effect = ?',
    by.seq,
    tree,
    session,
    old.seq,
  );
  await sql.run(
    `delete from edge t using edge o where t.tree = ?1 and t.session = ?2 and t.cause = ?4 and o.tree = ?1 and o.session = ?2 and o.cause = ?3 and o.cause > 0
        and t.effect = o.effect and t.cause_tree = o.cause_tree and t.basis = o.basis`,
    tree,
    session,
    old.seq,
    by.seq,
  );
  await sql.run(
    'update edge set cause = ? where tree = ? and session = ? and cause = ? and cause > 0',
    by.seq,
    tree,
    session,
    old.seq,
  );
  await sql.run(
    `delete from edge t using edge o where t.cause = ?3 and t.cause < 0 and o.cause = ?2 and o.cause < 0 and case o.cause_tree when 0 then o.tree else o.cause_tree end = ?1
        and t.tree = o.tree and t.session = o.session and t.effect = o.effect and t.cause_tree = o.cause_tree and t.basis = o.basis`,
    tree,
    -old.id,
    -by.id,
  );
  await sql.run(
    'update edge set cause = ? where cause = ? and cause < 0 and case cause_tree when 0 then tree else cause_tree end = ?',
    -by.id,
    -old.id,
    tree,
  );
  await sql.run(
    'delete from edge where tree = ? and session = ? and effect = ? and cause = effect',
    tree,
    session,
    by.seq,
  );
}

/** What was believed of an event that is gone. */
export async function dropEdges(
  sql: Sql,
  { tree, session, seq }: { readonly tree: Key; readonly session: number; readonly seq: number },
): Promise<void> {
  await sql.run('delete from edge where tree = ? and session = ? and effect = ?', tree, session, seq);
  await sql.run('delete from edge where tree = ? and session = ? and cause = ? and cause > 0', tree, session, seq);
}
