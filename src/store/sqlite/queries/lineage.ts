import type { Event } from '../../../model/event.ts';
import type { EventRef, Key } from '../../../model/ids.ts';
import { selectRecords, toEvents } from '../../queries/events/event-maker.ts';
import type { Query } from '../../queries/query.ts';
import type { EventRecord } from '../../rows/event-table.ts';
import { sqliteDialect } from '../dialect.ts';

export function* parentChain({ tree, event }: EventRef, limit: number): Query<readonly Event[]> {
  const rows: EventRecord[] = [];
  const seen = new Set<Key>();
  // SQLite does not detect cycles and would walk one to the limit; so it gets one stretch at a time.
  const size = Math.min(limit, longestStretch);
  for (let from = event; ;) {
    const stretch = yield* selectRecords(sqliteDialect, walk, from, tree, size);
    // Every stretch but the first begins with the last event of the one before.
    for (const row of rows.length === 0 ? stretch : stretch.slice(1)) {
      if (seen.has(row.id) || rows.length === limit) return yield* toEvents(sqliteDialect, rows);
      seen.add(row.id);
      rows.push(row);
    }
    if (stretch.length < size || size < 2) return yield* toEvents(sqliteDialect, rows);
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
  select ${sqliteDialect.eventColumns} from chain cross join event e on e.rowid = chain.row limit ?3`;
