import type { Key } from '../../model/ids.ts';
import type { Connection } from './connection.ts';

interface Moved {
  readonly tree: Key;
  readonly session: number;
  readonly old: { readonly id: Key; readonly seq: number };
  readonly by: { readonly id: Key; readonly seq: number };
}

/** Hangs the edges of an event on another of the same session, which has come in its place. */
export function moveEdges(connection: Connection, { tree, session, old, by }: Moved): void {
  connection.run(
    'update or replace edge set effect = ? where tree = ? and session = ? and effect = ?',
    by.seq,
    tree,
    session,
    old.seq,
  );
  connection.run(
    'update or replace edge set cause = ? where tree = ? and session = ? and cause = ? and cause > 0',
    by.seq,
    tree,
    session,
    old.seq,
  );
  connection.run(
    'update or replace edge set cause = ? where cause = ? and cause < 0 and case cause_tree when 0 then tree else cause_tree end = ?',
    -by.id,
    -old.id,
    tree,
  );
  connection.run(
    'delete from edge where tree = ? and session = ? and effect = ? and cause = effect',
    tree,
    session,
    by.seq,
  );
}

/** What was believed of an event that is gone. */
export function dropEdges(
  connection: Connection,
  { tree, session, seq }: { readonly tree: Key; readonly session: number; readonly seq: number },
): void {
  connection.run('delete from edge where tree = ? and session = ? and effect = ?', tree, session, seq);
  connection.run('delete from edge where tree = ? and session = ? and cause = ? and cause > 0', tree, session, seq);
}
