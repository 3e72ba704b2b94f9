import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** What was taken over of a table, and whether some of its rows could not be read. */
export interface TableSalvaged {
  readonly table: string;
  readonly rows: number;
  readonly isWhole: boolean;
}

/**
 * Copies every row that can be read into a new database with the same tables. Where a page cannot be read, the rows
 * behind it are found by their keys: it is left out, not the rest of the table.
 */
export function salvage(from: DatabaseSync, into: DatabaseSync): readonly TableSalvaged[] {
  into.exec('pragma foreign_keys = off');
  return tablesOf(into).map((table) => {
    into.exec('begin');
    const salvaged = salvageTable(from, into, table);
    into.exec('commit');
    return salvaged;
  });
}

/** All but the search index, which is a table to SQLite, and the tables behind it. */
function tablesOf(db: DatabaseSync): readonly string[] {
  return db
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
}

function salvageTable(from: DatabaseSync, into: DatabaseSync, table: string): TableSalvaged {
  const names = columnsOf(into, table);
  const list = names.map((name) => `"${name}"`).join(', ');
  const insert = into.prepare(
    `insert or replace into "${table}" (${list}) values (${names.map(() => '?').join(', ')})`,
  );
  const before = countOf(into, table);
  let isWhole = true;
  const keep = (row: Readonly<Record<string, SQLInputValue>>) => {
    try {
      insert.run(...names.map((name) => row[name]!));
    } catch {
      // What a flipped bit left of it is nothing that this table can hold.
      isWhole = false;
    }
  };
  const key = keyOf(from, table);
  if (key === undefined) return { table, rows: 0, isWhole: false };
  const after = (bound: string) => `select ${key} as salvage_key, ${list} from "${table}" ${bound} order by ${key}`;
  let statement: StatementSync;
  try {
    statement = from.prepare(after(`where ${key} >= ?`));
  } catch {
    return { table, rows: 0, isWhole: false };
  }
  for (let at: bigint | undefined = lowest; at !== undefined;) {
    let last = at;
    try {
      statement.setReadBigInts(true);
      for (const row of statement.iterate(at)) {
        const { salvage_key: found, ...values } = row;
        if (typeof found === 'bigint') last = found;
        keep(values as Record<string, SQLInputValue>);
      }
      at = undefined;
    } catch {
      isWhole = false;
      at = nextReadable(from, table, key, last);
    }
  }
  return { table, rows: countOf(into, table) - before, isWhole };
}

function columnsOf(db: DatabaseSync, table: string): readonly string[] {
  return db
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
}

function countOf(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`select count(*) as count from "${table}"`).get()!['count']);
}

/** By what its rows are in order in the file: their number, or the first column of their key. */
function keyOf(db: DatabaseSync, table: string): string | undefined {
  try {
    const { wr } = db.prepare("select wr from pragma_table_list where schema = 'main' and name = ?").get(table) ?? {};
    if (wr === 0) return 'rowid';
    const [first] = db.prepare('select name from pragma_table_info(?) where pk = 1').all(table);
    return first === undefined ? undefined : `"${String(first['name'])}"`;
  } catch {
    return undefined;
  }
}

const lowest = -(2n ** 63n);
const highest = 2n ** 62n;

/** The smallest key behind `from` from which rows can be read again; undefined when there is none. */
function nextReadable(db: DatabaseSync, table: string, key: string, from: bigint): bigint | undefined {
  const probe = db.prepare(`select ${key} as found from "${table}" where ${key} >= ? order by ${key} limit 1`);
  probe.setReadBigInts(true);
  const readable = (at: bigint): bigint | undefined | 'damaged' => {
    try {
      const found = probe.get(at)?.['found'];
      return typeof found === 'bigint' ? found : undefined;
    } catch {
      return 'damaged';
    }
  };
  const start = from < 0n ? -1n : from;
  let low = start;
  for (let step = 1n; start + step < highest; step *= 2n) {
    const found = readable(start + step);
    if (found === undefined) return undefined;
    if (found !== 'damaged' && found > from) {
      let high = start + step;
      while (high - low > 1n) {
        const middle = (low + high) / 2n;
        if (readable(middle) === 'damaged' || middle <= from) low = middle;
        else high = middle;
      }
      return high;
    }
    low = start + step;
  }
  return undefined;
}

/** The search index cannot be read row by row; it is taken over as a whole, or made again for what can be rebuilt. */
export function salvageSearch(from: DatabaseSync, into: DatabaseSync): boolean {
  try {
    into.exec('begin');
    for (const part of ['data', 'idx', 'docsize', 'config']) {
      const table = `search_${part}`;
      const names = columnsOf(into, table).map((name) => `"${name}"`);
      into.exec(`delete from ${table}`);
      const insert = into.prepare(
        `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      );
      const rows = from.prepare(`select ${names.join(', ')} from ${table}`);
      rows.setReadBigInts(true);
      for (const row of rows.iterate()) insert.run(...(Object.values(row) as SQLInputValue[]));
    }
    into.exec("insert into search (search) values ('integrity-check')");
    into.exec('commit');
    return true;
  } catch {
    if (into.isTransaction) into.exec('rollback');
    return false;
  }
}
