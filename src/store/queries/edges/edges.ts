import type { Edge } from '../../../model/edge.ts';
import { eventId, type EventRef, type Key, type SessionUid } from '../../../model/ids.ts';
import { basisCodes } from '../../rows/codes.ts';
import { evidenceOf, typesOf } from '../../rows/edge-codes.ts';
import { onePerPair } from './one-per-pair.ts';
import type { LinkRow } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, rows, type Query } from '../query.ts';

export function* causes(db: Dialect, effects: readonly EventRef[]): Query<readonly Edge[]> {
  return onePerPair(yield* causesOf(db, effects));
}

export function* effects(db: Dialect, causes: readonly EventRef[]): Query<readonly Edge[]> {
  return onePerPair(yield* effectsOf(db, causes));
}

/** Every edge that ends in these. */
export function* causesOf(db: Dialect, refs: readonly EventRef[]): Query<readonly Edge[]> {
  const { table, column, values } = db.tuples(2);
  return yield* selectEdges(
    `select ${edgeColumns('coalesce(c.id, -g.cause)')} from ${table}
       ${db.joinInOrder} event e on e.id = ${column(1)} and ${db.unindexed('e.tree')} = ${column(0)}
       ${db.joinInOrder} edge g on g.tree = e.tree and g.session = e.session and g.effect = e.seq
       left join event c on c.tree = g.tree and c.session = g.session and c.seq = g.cause`,
    values(refs.map(({ tree, event }) => [tree, event])),
  );
}

/** Every edge that begins in these. Causes of the same session are found by their place in it, others by their id. */
export function* effectsOf(db: Dialect, refs: readonly EventRef[]): Query<readonly Edge[]> {
  const { table, column, values } = db.tuples(2);
  const effect = `${db.joinInOrder} event e on e.tree = g.tree and e.session = g.session and e.seq = g.effect`;
  return yield* selectEdges(
    `select ${edgeColumns('c.id')} from ${table}
       ${db.joinInOrder} event c on c.id = ${column(1)} and ${db.unindexed('c.tree')} = ${column(0)}
       ${db.joinInOrder} edge g ${db.edgesByCause}
         on g.tree = c.tree and g.session = c.session and g.cause = c.seq and g.cause > 0 ${effect}
     union all
     select ${edgeColumns('-g.cause')} from ${table}
       ${db.joinInOrder} edge g on g.cause = -(${column(1)}) and g.cause < 0
         and case g.cause_tree when 0 then g.tree else g.cause_tree end = ${column(0)} ${effect}`,
    values(refs.map(({ tree, event }) => [tree, event])),
  );
}

/** Of `edge g` and its effect `event e`. */
const edgeColumns = (cause: string): string => `g.tree, e.id,
  case g.cause_tree when 0 then g.tree else g.cause_tree end, ${cause}, g.basis, g.types, g.confidence, g.evidence, g.rank`;

type EdgeRecord = readonly [
  tree: Key,
  effect: Key,
  causeTree: Key,
  cause: Key,
  basis: number,
  types: number,
  confidence: number,
  evidence: string,
  rank: number | null,
];

function* selectEdges(
  sql: string,
  values: ReturnType<ReturnType<Dialect['tuples']>['values']>,
): Query<readonly Edge[]> {
  const found = yield* rows<EdgeRecord>(sql, ...values);
  return found.map(([tree, effect, causeTree, cause, basis, types, confidence, evidence, rank]) => ({
    cause: eventId({ tree: causeTree, event: cause }),
    effect: eventId({ tree, event: effect }),
    types: typesOf(types),
    basis: basisCodes.decode(basis)!,
    confidence: confidence / 1000,
    evidence: evidenceOf(evidence),
    ...(rank !== null && { rank }),
  }));
}

export function* links(child: SessionUid): Query<readonly LinkRow[]> {
  return yield* linksWhere('child = ?', child);
}

export function* linksFrom(parent: SessionUid): Query<readonly LinkRow[]> {
  return yield* linksWhere('parent = ?', parent);
}

interface LinkRecord {
  readonly child: string;
  readonly type: string;
  readonly parent: string;
  readonly call: string;
  readonly from_step: Key;
  readonly to_step: Key;
  readonly before_line: number | null;
}

function* linksWhere(condition: string, uid: SessionUid): Query<readonly LinkRow[]> {
  const found = yield* all<LinkRecord>(
    `select * from link where ${condition} order by child, type, parent, call, from_step, to_step`,
    uid,
  );
  return found.map((row) => ({
    type: row.type as LinkRow['type'],
    child: row.child as SessionUid,
    parent: row.parent as SessionUid,
    call: row.call,
    from: row.from_step === 0 ? null : row.from_step,
    to: row.to_step === 0 ? null : row.to_step,
    beforeLine: row.before_line,
  }));
}
