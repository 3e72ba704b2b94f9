import type { Event } from '../../model/event.ts';
import type { EventRef, Key } from '../../model/ids.ts';
import type { Connection } from './connection.ts';
import { eventColumns, type EventRecord } from '../rows/event-record.ts';
import { eventRows, toEvents } from './event-rows.ts';
import { eventsThatName } from './read-events.ts';

export function parentChain(connection: Connection, { tree, event }: EventRef, limit: number): readonly Event[] {
  const rows: EventRecord[] = [];
  const seen = new Set<Key>();
  // SQLite does not notice a cycle and would walk it to the limit; so it gets one stretch at a time.
  const size = Math.min(limit, longestStretch);
  for (let from = event; ;) {
    const stretch = eventRows(connection, walk, from, tree, size);
    // Every stretch but the first begins with the last event of the one before.
    for (const row of rows.length === 0 ? stretch : stretch.slice(1)) {
      if (seen.has(row.id) || rows.length === limit) return toEvents(connection, rows);
      seen.add(row.id);
      rows.push(row);
    }
    if (stretch.length < size || size < 2) return toEvents(connection, rows);
    from = stretch.at(-1)!.id;
  }
}

const longestStretch = 2_000;

const walk = `
  with recursive chain (row, session, parent) as (
    select rowid, session, parent from event where id = ?1 and +tree = ?2
    union all
    select e.rowid, e.session, e.parent from chain join event e on e.rowid = case
      when chain.parent > 0 then (select rowid from event where tree = ?2 and session = chain.session and seq = chain.parent)
      else (select rowid from event where id = -chain.parent and +tree = ?2)
    end
  )
  select ${eventColumns} from chain cross join event e on e.rowid = chain.row limit ?3`;

export function childEvents(connection: Connection, ref: EventRef, limit: number): readonly Event[] {
  return eventsThatName(connection, 'parent', ref, limit);
}
