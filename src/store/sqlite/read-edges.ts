import type { Edge } from '../../model/edge.ts';
import { eventId, type EventRef, type Key, type SessionUid } from '../../model/ids.ts';
import { onePerPair } from '../rows/one-per-pair.ts';
import type { LinkRow } from '../store.ts';
import { basisCodes } from '../rows/codes.ts';
import type { Connection } from './connection.ts';
import { evidenceOf, typesOf } from '../rows/edge-codes.ts';

export function causes(connection: Connection, effects: readonly EventRef[]): readonly Edge[] {
  return edges(
    connection,
    `select ${edgeColumns}
       from json_each(?) wanted cross join event e on e.id = wanted.value ->> 'event' and +e.tree = wanted.value ->> 'tree'
       cross join edge g on g.tree = e.tree and g.session = e.session and g.effect = e.seq
       left join event c on c.tree = g.tree and c.session = g.session and c.seq = g.cause`,
    JSON.stringify(effects),
  );
}

/** Causes of the same session are found by their place in it, those of others by their id. */
export function effects(connection: Connection, causes: readonly EventRef[]): readonly Edge[] {
  return edges(
    connection,
    `select ${edgeColumns}
       from json_each(?1) wanted cross join event c on c.id = wanted.value ->> 'event' and +c.tree = wanted.value ->> 'tree'
       cross join edge g indexed by edge_by_cause on g.tree = c.tree and g.session = c.session and g.cause = c.seq and g.cause > 0
       cross join event e on e.tree = g.tree and e.session = g.session and e.seq = g.effect
     union all
     select ${edgeColumns}
       from json_each(?1) wanted cross join edge g on g.cause = -(wanted.value ->> 'event') and g.cause < 0
         and case g.cause_tree when 0 then g.tree else g.cause_tree end = wanted.value ->> 'tree'
       cross join event e on e.tree = g.tree and e.session = g.session and e.seq = g.effect
       left join (select null as id) c on true`,
    JSON.stringify(causes),
  );
}

/** Of `edge g`, its effect `event e`, and its cause `event c` if it is of the same session. */
const edgeColumns = `g.tree, e.id, case g.cause_tree when 0 then g.tree else g.cause_tree end, coalesce(c.id, -g.cause),
  g.basis, g.types, g.confidence, g.evidence`;

type EdgeRecord = readonly [
  tree: Key,
  effect: Key,
  causeTree: Key,
  cause: Key,
  basis: number,
  types: number,
  confidence: number,
  evidence: string,
];

function edges(connection: Connection, sql: string, wanted: string): readonly Edge[] {
  const rows = connection.rows(sql, wanted) as readonly EdgeRecord[];
  return onePerPair(
    rows.map(([tree, effect, causeTree, cause, basis, types, confidence, evidence]) => ({
      cause: eventId({ tree: causeTree, event: cause }),
      effect: eventId({ tree, event: effect }),
      types: typesOf(types),
      basis: basisCodes.decode(basis)!,
      confidence: confidence / 1000,
      evidence: evidenceOf(evidence),
    })),
  );
}

export function links(connection: Connection, child: SessionUid): readonly LinkRow[] {
  return linksWhere(connection, 'child = ?', child);
}

export function linksFrom(connection: Connection, parent: SessionUid): readonly LinkRow[] {
  return linksWhere(connection, 'parent = ?', parent);
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

function linksWhere(connection: Connection, condition: string, uid: SessionUid): readonly LinkRow[] {
  return connection
    .all<LinkRecord>(
      `select * from link where ${condition} order by child, type, parent, call, from_step, to_step`,
      uid,
    )
    .map((row) => ({
      type: row.type as LinkRow['type'],
      child: row.child as SessionUid,
      parent: row.parent as SessionUid,
      call: row.call,
      from: row.from_step === 0 ? null : row.from_step,
      to: row.to_step === 0 ? null : row.to_step,
      beforeLine: row.before_line,
    }));
}
