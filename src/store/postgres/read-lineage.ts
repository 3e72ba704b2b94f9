import type { Event } from '../../model/event.ts';
import type { EventRef, Key } from '../../model/ids.ts';
import { eventColumns, type EventRecord } from '../event-record.ts';
import { eventRows, toEvents } from './event-rows.ts';
import { eventsThatName } from './read-events.ts';
import type { Sql } from './sql.ts';

export async function parentChain(sql: Sql, { tree, event }: EventRef, limit: number): Promise<readonly Event[]> {
  const rows: EventRecord[] = [];
  const seen = new Set<Key>();
  // The walk does not notice a cycle and would go round to the limit; so it gets one stretch at a time.
  const size = Math.min(limit, longestStretch);
  for (let from = event; ;) {
    const stretch = await eventRows(sql, walk, from, tree, size);
    // Every stretch but the first begins with the last event of the one before.
    for (const row of rows.length === 0 ? stretch : stretch.slice(1)) {
      if (seen.has(row.id) || rows.length === limit) return await toEvents(sql, rows);
      seen.add(row.id);
      rows.push(row);
    }
    if (stretch.length < size || size < 2) return await toEvents(sql, rows);
    from = stretch.at(-1)!.id;
  }
}

const longestStretch = 2_000;

/** `e` is the row of the walk itself: looked up once, and not again for what the answer shows. */
const walk = `
  with recursive e as (
    select 0 as depth, ${eventColumns} from event e where e.tree = ?2 and e.id = ?1
    union all
    select e.depth + 1, p.* from e cross join lateral (
      (select ${eventColumns.replaceAll('e.', 'x.')} from event x where e.parent > 0 and x.tree = ?2 and x.session = e.session and x.seq = e.parent)
      union all
      (select ${eventColumns.replaceAll('e.', 'x.')} from event x where e.parent < 0 and x.tree = ?2 and x.id = -e.parent)
    ) p where e.depth < ?3::int - 1
  )
  select ${eventColumns} from e limit ?3`;

export async function childEvents(sql: Sql, ref: EventRef, limit: number): Promise<readonly Event[]> {
  return await eventsThatName(sql, 'parent', ref, limit);
}
