import { chainBasisCodes } from './codes.ts';
import type { Connection } from './connection.ts';
import { dropChains } from './put-chains.ts';

/** Leaves the archive, what was told by hand and what the user decided (forgotten sessions); everything else is made again from them. */
export function dropDerived(connection: Connection): void {
  dropChains(connection, 'basis = ? and said is null', chainBasisCodes.encode('mined')!);
  connection.db.exec(`
    delete from session;
    delete from event;
    insert into search (search) values ('delete-all');
    delete from issue;
    delete from unknown_kind;
    delete from link;
    delete from edge;
    update piece set lines = '' where (tree, file) in (select tree, file from file where role <> 'side');
    -- No file has this size, so an ingest that comes before the rebuild is through reads it anew.
    update file set offset = 0, mapped = 0, state = 0, copy = 0, raw = 0, issue = 0, torn = 0, reader = null, size = -1
     where role <> 'side';
  `);
}
