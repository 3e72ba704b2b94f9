import type { Event } from '../../../model/event.ts';
import { toEvents } from '../../queries/events/event-maker.ts';
import { get, rows, type Query } from '../../queries/query.ts';
import { postgresDialect } from '../dialect.ts';
import { eventColumns, toEventRecord } from './event-columns.ts';
import { wholeStore } from '../connect/locks.ts';
import { eventsPerTransaction } from '../connect/transaction.ts';

/**
 * The transactions that have ended, including those of other databases of the server, so it changes more often than
 * this database.
 */
export function* changeMark(): Query<string> {
  return (yield* get<{ mark: string }>('select pg_current_snapshot()::text as mark'))!.mark;
}

/**
 * Transactions end in another order than they begin. So the mark is the oldest running one that writes to this
 * database, or else the next to begin: what has a smaller number is visible, and what comes later has a larger one.
 */
export function* newest(): Query<number> {
  const { next, open } = (yield* get<{ next: number; open: number | null }>(
    // A writer's lock on the whole store identifies it as ours, and of this database; its number there has only 32
    // bits.
    `select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next,
            (select min(x8) from (
               select n.next - ((n.next - l.transactionid::text::bigint) & 4294967295) as x8
                 from pg_locks l join pg_locks a on a.pid = l.pid and a.locktype = 'advisory' and a.granted
                   and a.database = (select oid from pg_database where datname = current_database())
                   and (a.classid::bigint << 32 | a.objid::bigint) = (${wholeStore})::bigint and a.objsubid = 1,
                   (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) n
                where l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock') o) as open`,
  ))!;
  return Math.min(next, open ?? next) * eventsPerTransaction - 1;
}

export function* eventsSince(
  mark: number,
  limit: number,
): Query<{ readonly events: readonly Event[]; readonly mark: number }> {
  const end = yield* newest();
  const found = yield* rows(
    `select ${eventColumns}, e.kept from event e where e.kept > ? and e.kept <= ? order by e.kept limit ?`,
    mark,
    end,
    limit,
  );
  if (found.length === 0) return { events: [], mark };
  return { events: yield* toEvents(postgresDialect, found.map(toEventRecord)), mark: found.at(-1)!.at(-1) as number };
}
