import type { Edge } from '../../model/edge.ts';
import { eventId, type EventRef, type Key, type SessionUid } from '../../model/ids.ts';
import { basisCodes } from '../rows/codes.ts';
import { evidenceOf, typesOf } from '../rows/edge-codes.ts';
import { onePerPair } from '../rows/one-per-pair.ts';
import type { LinkRow } from '../store.ts';
import type { Sql } from './sql.ts';

export async function causes(sql: Sql, effects: readonly EventRef[]): Promise<readonly Edge[]> {
  return onePerPair(await causeRows(sql, effects));
}

export async function effects(sql: Sql, causes: readonly EventRef[]): Promise<readonly Edge[]> {
  return onePerPair(await effectRows(sql, causes));
}

const wanted = '(select distinct * from unnest(?1::bigint[], ?2::bigint[]) u(tree, id)) w';

/** Of `edge g`, its effect `event e`, and its cause `event c` if it is of the same session. */
const edgeColumns = `g.tree, e.id, case g.cause_tree when 0 then g.tree else g.cause_tree end, coalesce(c.id, -g.cause),
  g.basis, g.types, g.confidence, g.evidence`;

export async function causeRows(sql: Sql, refs: readonly EventRef[]): Promise<readonly Edge[]> {
  return await edges(
    sql,
    refs,
    `select ${edgeColumns}
       from ${wanted} join event e on e.tree = w.tree and e.id = w.id
       join edge g on g.tree = e.tree and g.session = e.session and g.effect = e.seq
       left join event c on c.tree = g.tree and c.session = g.session and c.seq = g.cause`,
  );
}

/** Causes of the same session are found by their place in it, those of others by their id. */
export async function effectRows(sql: Sql, refs: readonly EventRef[]): Promise<readonly Edge[]> {
  return await edges(
    sql,
    refs,
    `select ${edgeColumns}
       from ${wanted} join event c on c.tree = w.tree and c.id = w.id
       join edge g on g.tree = c.tree and g.session = c.session and g.cause = c.seq and g.cause > 0
       join event e on e.tree = g.tree and e.session = g.session and e.seq = g.effect
     union all
     select ${edgeColumns}
       from ${wanted} join edge g on g.cause = -w.id and g.cause < 0 and case g.cause_tree when 0 then g.tree else g.cause_tree end = w.tree
       join event e on e.tree = g.tree and e.session = g.session and e.seq = g.effect
       left join (select null::bigint as id) c on true`,
  );
}

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

async function edges(sql: Sql, refs: readonly EventRef[], text: string): Promise<readonly Edge[]> {
  if (refs.length === 0) return [];
  const rows = (await sql.rows(
    text,
    refs.map(({ tree }) => tree),
    refs.map(({ event }) => event),
  )) as readonly EdgeRecord[];
  return rows.map(([tree, effect, causeTree, cause, basis, types, confidence, evidence]) => ({
    cause: eventId({ tree: causeTree, event: cause }),
    effect: eventId({ tree, event: effect }),
    types: typesOf(types),
    basis: basisCodes.decode(basis)!,
    confidence: confidence / 1000,
    evidence: evidenceOf(evidence),
  }));
}

export async function links(sql: Sql, child: SessionUid): Promise<readonly LinkRow[]> {
  return await linksWhere(sql, 'child = ?', child);
}

export async function linksFrom(sql: Sql, parent: SessionUid): Promise<readonly LinkRow[]> {
  return await linksWhere(sql, 'parent = ?', parent);
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

async function linksWhere(sql: Sql, condition: string, uid: SessionUid): Promise<readonly LinkRow[]> {
  const rows = await sql.all<LinkRecord>(
    `select * from link where ${condition} order by child, type, parent, call, from_step, to_step`,
    uid,
  );
  return rows.map((row) => ({
    type: row.type as LinkRow['type'],
    child: row.child as SessionUid,
    parent: row.parent as SessionUid,
    call: row.call,
    from: row.from_step === 0 ? null : row.from_step,
    to: row.to_step === 0 ? null : row.to_step,
    beforeLine: row.before_line,
  }));
}
