import type { EventRef, Key } from '../../model/ids.ts';
import type { EdgeRow } from '../store.ts';
import { basisCodes } from '../rows/codes.ts';
import { evidenceLines, typesNumber } from '../rows/edge-codes.ts';
import type { Places } from './commit-events.ts';
import type { Connection } from './connection.ts';
import { knownEvents } from './shims.ts';

interface Putting {
  /** The session they link, if that is what they do. */
  readonly madeFor?: Key;
  /**
   * Places that are known already, of events of this tree: most edges are between events that have just been written.
   */
  readonly tree?: Key;
  readonly places?: Places;
}

/** Keeps edges; the same one again replaces what was said of it. One whose effect is not here is left out. */
export function putEdges(
  connection: Connection,
  edges: readonly EdgeRow[],
  { madeFor, tree, places: known = new Map() }: Putting,
): void {
  if (edges.length === 0) return;
  const places = placesOf(connection, edges, (ref) => (ref.tree === tree ? known.get(ref.event) : undefined));
  const insert = connection.prepare(
    `insert into edge values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do update set
       types = excluded.types, confidence = excluded.confidence, evidence = excluded.evidence, made_for = excluded.made_for`,
  );
  for (const { effect, cause, basis, types, confidence, evidence } of edges) {
    const at = places(effect);
    if (at === undefined || (effect.event === cause.event && effect.tree === cause.tree)) continue;
    const from = cause.tree === effect.tree ? places(cause) : undefined;
    insert.run(
      effect.tree,
      at.session,
      at.seq,
      cause.tree === effect.tree ? 0 : cause.tree,
      from?.session === at.session ? from.seq : -cause.event,
      basisCodes.encode(basis),
      typesNumber(types),
      Math.round(confidence * 1000),
      evidenceLines(evidence),
      madeFor ?? null,
    );
  }
}

type PlaceOf = (ref: EventRef) => { readonly session: number; readonly seq: number } | undefined;

/** Where the ends of the edges lie; those that are not known are looked up tree by tree and not end by end. */
function placesOf(connection: Connection, edges: readonly EdgeRow[], known: PlaceOf): PlaceOf {
  const wanted = new Map<Key, Set<Key>>();
  for (const { effect, cause } of edges) {
    const ids = wanted.get(effect.tree) ?? new Set();
    wanted.set(effect.tree, ids);
    if (known(effect) === undefined) ids.add(effect.event);
    if (cause.tree === effect.tree && known(cause) === undefined) ids.add(cause.event);
  }
  const found = new Map([...wanted].map(([tree, ids]) => [tree, knownEvents(connection, tree, [...ids])]));
  return (ref) => known(ref) ?? found.get(ref.tree)?.get(ref.event);
}
