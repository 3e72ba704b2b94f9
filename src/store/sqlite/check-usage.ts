import type { Connection } from './connection.ts';
import { modelOfEvent } from './model-codes.ts';
import { slotMs } from '../rows/usage-sums.ts';

/** The sums of what was used are those of the events. */
export function* checkUsage(connection: Connection): Iterable<string> {
  const wrong = connection.all<{ uid: string }>(
    `select distinct s.uid from (
       select tree, session, model, slot, paid, sum(input) as input, sum(output) as output, sum(read) as read, sum(write) as write, sum(hour) as hour, sum(usd) as usd from (
         select tree, session, model, slot, paid, input, output, cache_read as read, cache_write as write, cache_write_1h as hour, usd from usage
         union all
         select tree, session, coalesce(${modelOfEvent}, ''), coalesce(at, 0) / ${slotMs}, usd is not null,
                -coalesce(input, 0), -coalesce(output, 0), -coalesce(cache_read, 0), -coalesce(cache_write, 0), -coalesce(cache_write_1h, 0), -coalesce(usd, 0.0)
           from event where input is not null or usd is not null
       ) group by 1, 2, 3, 4, 5
     ) d join session s on s.tree = d.tree and s.session = d.session
     where d.input <> 0 or d.output <> 0 or d.read <> 0 or d.write <> 0 or d.hour <> 0 or abs(d.usd) > 1e-6 limit 20`,
  );
  for (const { uid } of wrong) yield `${uid}: the sums of what it used are not those of its events`;
}
