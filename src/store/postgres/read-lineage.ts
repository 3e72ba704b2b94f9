import type { Event } from '../../model/event.ts';
import type { EventRef, Key } from '../../model/ids.ts';
import type { EventRecord } from '../event-record.ts';
import { eventColumns, eventRows, toEvents } from './event-rows.ts';
import { eventsThatName } from './read-events.ts';
import type { Sql } from './sql.ts';

/**
 * Parents mostly lie just before their children. So a stretch of the session is read, which costs a sixth of a recursive walk, and the walk goes on
 * inside it; where most of a stretch was of no use, the server walks.
 */
export async function parentChain(sql: Sql, { tree, event }: EventRef, limit: number): Promise<readonly Event[]> {
  const chain: EventRecord[] = [];
  const seen = new Set<Key>();
  const take = (row: EventRecord | undefined): row is EventRecord => {
    if (row === undefined || chain.length === limit || seen.has(row.id)) return false;
    seen.add(row.id);
    chain.push(row);
    return true;
  };

  for (let from: Place = { id: event }, isDense = true; ;) {
    const size = Math.min(limit - chain.length + 1, longestStretch);
    const rows: readonly EventRecord[] = isDense ? await stretch(sql, tree, from, size) : await walk(sql, tree, from, size);
    const before = chain.length;
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    let row: EventRecord | undefined = rows[0];
    if (isDense) while (take(row)) row = row.parent === null ? undefined : bySeq.get(row.parent);
    else for (row of rows) if (!take(row)) return await toEvents(sql, chain);
    const last = chain.at(-1);
    // Nothing new: it is at the end, or has come round.
    if (last === undefined || chain.length === before || chain.length === limit || last.parent === null) return await toEvents(sql, chain);
    if (isDense && row !== undefined) return await toEvents(sql, chain);
    isDense &&= (chain.length - before) * 4 > rows.length;
    from = last.parent < 0 ? { id: -last.parent } : { session: last.session, seq: last.parent };
  }
}

const longestStretch = 2_000;

type Place = { readonly id: Key } | { readonly session: number; readonly seq: number };

/** The event and those of its session before it, backwards. */
async function stretch(sql: Sql, tree: Key, from: Place, size: number): Promise<readonly EventRecord[]> {
  if ('seq' in from) {
    return await eventRows(sql, `select ${eventColumns} from event e where e.tree = ? and e.session = ? and e.seq <= ? order by e.seq desc limit ?`, tree, from.session, from.seq, size);
  }
  return await eventRows(sql,
    `select ${eventColumns} from event e where e.tree = ?1 and e.session = (select session from event where tree = ?1 and id = ?2)
        and e.seq <= (select seq from event where tree = ?1 and id = ?2) order by e.seq desc limit ?3`,
    tree, from.id, size,
  );
}

/** The event, its parent, its parent's parent … It does not notice a cycle. */
async function walk(sql: Sql, tree: Key, from: Place, size: number): Promise<readonly EventRecord[]> {
  const [start, place] = 'seq' in from ? ['session = ?2 and seq = ?4', [from.session, size, from.seq]] : ['id = ?2', [from.id, size]];
  return await eventRows(sql,
    `with recursive walk (session, seq, parent, depth) as (
       select session, seq, parent, 0 from event where tree = ?1 and ${start}
       union all
       select p.session, p.seq, p.parent, w.depth + 1 from walk w cross join lateral (
         (select x.session, x.seq, x.parent from event x where w.parent > 0 and x.tree = ?1 and x.session = w.session and x.seq = w.parent)
         union all
         (select x.session, x.seq, x.parent from event x where w.parent < 0 and x.tree = ?1 and x.id = -w.parent)
       ) p where w.depth < ?3::int - 1
     )
     select ${eventColumns} from walk w join event e on e.tree = ?1 and e.session = w.session and e.seq = w.seq order by w.depth limit ?3`,
    tree, ...place,
  );
}

export async function childEvents(sql: Sql, ref: EventRef, limit: number): Promise<readonly Event[]> {
  return await eventsThatName(sql, 'parent', ref, limit);
}
