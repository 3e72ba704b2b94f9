import { chainBasisCodes } from '../rows/codes.ts';
import type { Connection } from './connection.ts';
import { dropChains } from './put-chains.ts';

/**
 * Leaves the archive, what was told by hand and what the user decided (forgotten sessions); everything else is made
 * again from them. What was learned from bytes that were let go cannot be: it stays as it is.
 */
export function dropDerived(connection: Connection): void {
  connection.db.exec(`create temp table frozen as select tree, session, uid from session where evicted_at is not null`);
  dropChains(
    connection,
    "basis = ? and said is null and coalesce(session, '') not in (select uid from temp.frozen)",
    chainBasisCodes.encode('mined')!,
  );
  const anyFrozen = connection.get('select 1 from temp.frozen limit 1') !== undefined;
  connection.db.exec(
    anyFrozen
      ? `delete from search where rowid in (select doc from event where doc is not null and (tree, session) not in (select tree, session from temp.frozen))`
      : `insert into search (search) values ('delete-all')`,
  );
  connection.db.exec(`
    delete from session where evicted_at is null;
    delete from event   where (tree, session) not in (select tree, session from temp.frozen);
    delete from usage   where (tree, session) not in (select tree, session from temp.frozen);
    delete from digest  where (tree, session) not in (select tree, session from temp.frozen);
    delete from invocation where told = 0 and coalesce(session, '') not in (select uid from temp.frozen);
    delete from worked  where session not in (select uid from temp.frozen);
    delete from edge    where (tree, session) not in (select tree, session from temp.frozen);
    delete from link    where child not in (select uid from temp.frozen);
    delete from issue        where (tree, file) not in (select tree, file from file where evicted = 1);
    delete from unknown_kind where (tree, file) not in (select tree, file from file where evicted = 1);
    update piece set lines = '' where (tree, file) in (select tree, file from file where role <> 'side' and evicted = 0);
    -- No file has this size, so an ingest that comes before the rebuild is through reads it anew.
    update file set offset = 0, mapped = 0, state = 0, copy = 0, raw = 0, issue = 0, torn = 0, reader = null, size = -1
     where role <> 'side' and evicted = 0;
    drop table temp.frozen;
  `);
}
