import type { EventRef, Key } from '../../model/ids.ts';
import { basisCodes } from '../rows/codes.ts';
import { evidenceLines, typesNumber } from '../rows/edge-codes.ts';
import type { EdgeRow } from '../store.ts';
import type { Places } from './commit-events.ts';
import type { CopyValue } from './copy-in.ts';
import { knownEvents } from './shims.ts';
import type { Sql } from './sql.ts';

interface Putting {
  /** The session they link, if that is what they do. */
  readonly madeFor?: Key;
  /**
   * Places that are known already, of events of this tree: most edges are between events that have just been written.
   */
  readonly tree?: Key;
  readonly places?: Places;
}

const columns = [
  'tree',
  'session',
  'effect',
  'cause_tree',
  'cause',
  'basis',
  'types',
  'confidence',
  'evidence',
  'made_for',
];

/** Keeps edges; the same one again replaces what was said of it. One whose effect is not here is left out. */
export async function putEdges(
  sql: Sql,
  edges: readonly EdgeRow[],
  { madeFor, tree, places: known = new Map() }: Putting,
): Promise<void> {
  if (edges.length === 0) return;
  const places = await placesOf(sql, edges, (ref) => (ref.tree === tree ? known.get(ref.event) : undefined));
  const rows = new Map<string, readonly CopyValue[]>();
  for (const { effect, cause, basis, types, confidence, evidence } of edges) {
    const at = places(effect);
    if (at === undefined || (effect.event === cause.event && effect.tree === cause.tree)) continue;
    const from = cause.tree === effect.tree ? places(cause) : undefined;
    const key = [
      effect.tree,
      at.session,
      at.seq,
      cause.tree === effect.tree ? 0 : cause.tree,
      from?.session === at.session ? from.seq : -cause.event,
      basisCodes.encode(basis),
    ];
    rows.set(key.join(' '), [
      ...key,
      typesNumber(types),
      Math.round(confidence * 1000),
      evidenceLines(evidence),
      madeFor ?? null,
    ]);
  }
  if (rows.size === 0) return;
  await sql.run('create temporary table if not exists new_edge (like edge) on commit delete rows');
  await sql.copy('pg_temp.new_edge', columns, rows.values());
  await sql.run(
    `insert into edge (${columns.join(', ')}) select ${columns.join(', ')} from pg_temp.new_edge
      on conflict (tree, session, effect, cause_tree, cause, basis) do update set
        types = excluded.types, confidence = excluded.confidence, evidence = excluded.evidence, made_for = excluded.made_for`,
  );
  await sql.run('delete from pg_temp.new_edge');
}

type PlaceOf = (ref: EventRef) => { readonly session: number; readonly seq: number } | undefined;

/** Where the ends of the edges lie; those that are not known are looked up tree by tree and not end by end. */
async function placesOf(sql: Sql, edges: readonly EdgeRow[], known: PlaceOf): Promise<PlaceOf> {
  const wanted = new Map<Key, Set<Key>>();
  for (const { effect, cause } of edges) {
    const ids = wanted.get(effect.tree) ?? new Set();
    wanted.set(effect.tree, ids);
    if (known(effect) === undefined) ids.add(effect.event);
    if (cause.tree === effect.tree && known(cause) === undefined) ids.add(cause.event);
  }
  const found = new Map<Key, Places>();
  for (const [tree, ids] of wanted) found.set(tree, await knownEvents(sql, tree, [...ids]));
  return (ref) => known(ref) ?? found.get(ref.tree)?.get(ref.event);
}
