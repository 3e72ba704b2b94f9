import type { Connection } from '../store/sqlite/connect/connection.ts';
import { openInMemory, storeOf } from '../store/sqlite/open-to-write.ts';
import type { Store } from '../store/store.ts';

/**
 * An empty store in memory. One that a test has closed is emptied and opened again: preparing its statements anew would
 * be a seventh of what a test that ingests costs.
 */
export function storeInMemory(): Store {
  const connection = closed.pop() ?? openInMemory(':memory:');
  let isOpen = true;
  return {
    ...storeOf(connection),
    async [Symbol.asyncDispose]() {
      if (!isOpen) return;
      isOpen = false;
      empty(connection);
      closed.push(connection);
    },
  };
}

const closed: Connection[] = [];

/** Rows get their numbers anew: there are no shared sequences. */
function empty(connection: Connection): void {
  connection.flush();
  const { db } = connection;
  emptying ??= db
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'`)
    .all()
    .filter(({ name }) => name !== 'migration' && name !== 'code')
    .map(({ name }) => `delete from "${String(name)}";`)
    .join('\n');
  // Of the codes, those of models are data.
  db.exec(
    `begin; ${emptying} delete from code where field = 'model'; insert into search (search) values ('delete-all'); commit`,
  );
}

let emptying: string | undefined;
