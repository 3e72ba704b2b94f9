import type { EventRef, Key } from '../../../model/ids.ts';
import { basisCodes } from '../../rows/codes.ts';
import { evidenceLines, typesNumber } from '../../rows/edge-codes.ts';
import { edgeTable } from '../../rows/tables.ts';
import type { EdgeRow } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { knownEvents } from '../events/known-events.ts';
import { insert, type InsertRow, type Query } from '../query.ts';

/** Of events of one tree, by key. */
export type Places = ReadonlyMap<Key, { readonly session: number; readonly seq: number }>;

interface Options {
  /** The session they link, if they are link edges. */
  readonly madeFor?: Key;
  /** Known places of events of this tree: most edges are between events that have just been written. */
  readonly tree?: Key;
  readonly places?: Places;
}

/** Stores edges; the same one again replaces the stored one. One whose effect is unknown is ignored. */
export function* putEdges(
  db: Dialect,
  edges: readonly EdgeRow[],
  { madeFor, tree, places: known = new Map() }: Options,
): Query<void> {
  if (edges.length === 0) return;
  const placeOf = yield* placesOf(db, edges, (ref) => (ref.tree === tree ? known.get(ref.event) : undefined));
  const kept = new Map<string, InsertRow>();
  for (const { effect, cause, basis, types, confidence, evidence, rank } of edges) {
    const at = placeOf(effect);
    if (at === undefined || (effect.event === cause.event && effect.tree === cause.tree)) continue;
    const from = cause.tree === effect.tree ? placeOf(cause) : undefined;
    const key = [
      effect.tree,
      at.session,
      at.seq,
      cause.tree === effect.tree ? 0 : cause.tree,
      from?.session === at.session ? from.seq : -cause.event,
      basisCodes.encode(basis),
    ];
    kept.set(key.join(' '), [
      ...key,
      typesNumber(types),
      Math.round(confidence * 1000),
      evidenceLines(evidence),
      madeFor ?? null,
      rank ?? null,
    ]);
  }
  yield* insert(
    edgeTable,
    [...kept.values()],
    `on conflict (tree, session, effect, cause_tree, cause, basis) do update set types = excluded.types,
       confidence = excluded.confidence, evidence = excluded.evidence, made_for = excluded.made_for,
       rank = excluded.rank`,
  );
}

type PlaceOf = (ref: EventRef) => { readonly session: number; readonly seq: number } | undefined;

/** The places of the edges' ends; unknown ones are looked up tree by tree, not end by end. */
function* placesOf(db: Dialect, edges: readonly EdgeRow[], known: PlaceOf): Query<PlaceOf> {
  const wanted = new Map<Key, Set<Key>>();
  for (const { effect, cause } of edges) {
    const ids = wanted.get(effect.tree) ?? new Set();
    wanted.set(effect.tree, ids);
    if (known(effect) === undefined) ids.add(effect.event);
    if (cause.tree === effect.tree && known(cause) === undefined) ids.add(cause.event);
  }
  const found = new Map<Key, Places>();
  for (const [tree, ids] of wanted) found.set(tree, yield* knownEvents(db, tree, [...ids]));
  return (ref) => known(ref) ?? found.get(ref.tree)?.get(ref.event);
}
