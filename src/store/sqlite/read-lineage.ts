import type { Event } from '../../model/event.ts';
import type { EventRef, Key } from '../../model/ids.ts';
import type { Connection } from './connection.ts';
import { eventColumns, toEvents, type EventRecord } from './event-record.ts';
import { eventRow } from './read-events.ts';

export function parentChain(connection: Connection, { tree, event }: EventRef, limit: number): readonly Event[] {
  const walk = connection.prepare(
    `with recursive chain (row, session, parent) as (
       select rowid, session, parent from event where id = ?1 and +tree = ?2
       union all
       select e.rowid, e.session, e.parent from chain join event e on e.rowid = case
         when chain.parent > 0 then (select rowid from event where tree = ?2 and session = chain.session and seq = chain.parent)
         else (select rowid from event where id = -chain.parent and +tree = ?2)
       end
     )
     select ${eventColumns} from chain cross join event e on e.rowid = chain.row limit ?3`,
  );
  const rows: EventRecord[] = [];
  const seen = new Set<Key>();
  // The walk is lazy: it goes no further than it is asked, so a cycle ends where it is noticed.
  for (const row of walk.iterate(event, tree, limit) as unknown as Iterable<EventRecord>) {
    if (seen.has(row.id)) break;
    seen.add(row.id);
    rows.push(row);
  }
  return toEvents(connection, rows);
}

export function childEvents(connection: Connection, ref: EventRef, limit: number): readonly Event[] {
  const parent = eventRow(connection, ref);
  if (parent === undefined) return [];
  const { tree, session, seq, id } = parent;
  return toEvents(connection, connection.all<EventRecord>(
    `select ${eventColumns}, 0 as far from event e where e.tree = ?1 and e.session = ?2 and e.seq between ?3 and ?3 + 32 and e.parent = ?3
     union all
     select ${eventColumns}, 1 from event e where e.tree = ?1 and e.parent = ?3 and e.session = ?2 and e.seq - e.parent not between 0 and 32
     union all
     select ${eventColumns}, 2 from event e where e.tree = ?1 and e.parent = -?4 and e.seq - e.parent not between 0 and 32
     order by far, session, seq limit ?5`,
    tree, session, seq, id, limit,
  ));
}
