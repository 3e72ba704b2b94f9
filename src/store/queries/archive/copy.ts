import type { Key } from '../../../model/ids.ts';
import type { Arrivals } from '../../copy/archive-end.ts';
import { allTrees } from '../../copy/archive-tables.ts';
import type { Dialect } from '../dialect.ts';
import { all, get, rows, run, type Query } from '../query.ts';

// What a copy needs of either database, besides rows of tables.

export function* trees(): Query<readonly Key[]> {
  return (yield* rows<readonly [Key]>(allTrees)).map(([tree]) => tree);
}

export function* forgottenKeys(): Query<readonly Key[]> {
  return (yield* all<{ session: Key }>('select session from forgotten')).map(({ session }) => session);
}

export function* putForgotten(sessions: readonly Key[]): Query<void> {
  for (const session of sessions) yield* run('insert into forgotten values (?) on conflict do nothing', session);
}

export function* allMeta(): Query<ReadonlyMap<string, string>> {
  const found = yield* all<{ name: string; value: string }>('select name, value from meta');
  return new Map(found.map(({ name, value }) => [name, value]));
}

/** Undefined removes it. */
export function* setMeta(name: string, value: string | undefined): Query<void> {
  if (value === undefined) yield* run('delete from meta where name = ?', name);
  else
    yield* run('insert into meta values (?, ?) on conflict (name) do update set value = excluded.value', name, value);
}

/** `column` is the order in which events came. */
export function* arrivals(column: string): Query<Arrivals | undefined> {
  const { first, last } = (yield* get<{ first: number | null; last: number | null }>(
    `select min(${column}) as first, max(${column}) as last from event`,
  ))!;
  return first === null || last === null ? undefined : { first, last };
}

/** Sessions of these that are here under another tree. */
export function* sessionsElsewhere(db: Dialect, tree: Key, uids: readonly string[]): Query<readonly string[]> {
  const found = yield* all<{ uid: string }>(
    `select uid from session where ${db.isIn('uid', 'text')} and tree <> ?`,
    uids,
    tree,
  );
  return found.map(({ uid }) => uid);
}
