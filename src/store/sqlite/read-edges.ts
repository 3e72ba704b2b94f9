import type { Edge } from '../../model/edge.ts';
import { eventId, type EventRef, type Key, type SessionUid } from '../../model/ids.ts';
import type { LinkRow } from '../store.ts';
import type { Connection } from './connection.ts';

export function causes(connection: Connection, effects: readonly EventRef[]): readonly Edge[] {
  return ranked(connection, `g.tree = wanted.value ->> 'tree' and g.effect = wanted.value ->> 'event'`, effects);
}

export function effects(connection: Connection, causes: readonly EventRef[]): readonly Edge[] {
  return ranked(connection, `g.cause = wanted.value ->> 'event' and g.cause_tree = wanted.value ->> 'tree'`, causes);
}

interface EdgeRecord {
  readonly tree: Key;
  readonly effect: Key;
  readonly cause_tree: Key;
  readonly cause: Key;
  readonly types: string;
  readonly basis: string;
  readonly confidence: number;
  readonly evidence: string;
}

function ranked(connection: Connection, condition: string, wanted: readonly EventRef[]): readonly Edge[] {
  const rows = connection.all<EdgeRecord>(
    `select distinct g.* from json_each(?) wanted cross join edge g on ${condition}
      order by g.basis = 'recorded' desc, g.confidence desc, g.tree, g.effect, g.cause_tree, g.cause`,
    JSON.stringify(wanted),
  );
  return rows.map((row) => ({
    cause: eventId({ tree: row.cause_tree, event: row.cause }),
    effect: eventId({ tree: row.tree, event: row.effect }),
    types: row.types.split(',') as unknown as Edge['types'],
    basis: row.basis as Edge['basis'],
    confidence: row.confidence,
    evidence: JSON.parse(row.evidence) as readonly string[],
  }));
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
  return connection.all<LinkRecord>(`select * from link where ${condition} order by child, type, parent, call, from_step, to_step`, uid).map((row) => ({
    type: row.type as LinkRow['type'],
    child: row.child as SessionUid,
    parent: row.parent as SessionUid,
    call: row.call,
    from: row.from_step === 0 ? null : row.from_step,
    to: row.to_step === 0 ? null : row.to_step,
    beforeLine: row.before_line,
  }));
}
