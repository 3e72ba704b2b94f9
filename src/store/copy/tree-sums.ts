import { createHash, type Hash } from 'node:crypto';
import type { Row } from './archive-end.ts';
import { columnAt, columnsOf, tableNames, type TableName } from './archive-tables.ts';

/** How many rows a table has of one tree, and the hash of all that is in them. */
export class TreeSums {
  readonly #sums = new Map<TableName, { rows: number; readonly hash: Hash }>(
    tableNames.map((table) => [table, { rows: 0, hash: createHash('sha256') }]),
  );
  readonly #found = new Map<TableName, string>();

  add(table: TableName, rows: readonly Row[]): void {
    const sum = this.#sums.get(table)!;
    sum.rows += rows.length;
    for (const row of rows) addRow(sum.hash, row.slice(0, compared(table)));
  }

  rowsOf(table: TableName): number {
    return this.#sums.get(table)!.rows;
  }

  /** Rows and hash; nothing is added afterwards. */
  of(table: TableName): string {
    const known = this.#found.get(table);
    if (known !== undefined) return known;
    const { rows, hash } = this.#sums.get(table)!;
    const found = `${rows} ${hash.digest('hex')}`;
    this.#found.set(table, found);
    return found;
  }

  /** Tables in which the two are not the same. */
  differing(other: TreeSums): readonly TableName[] {
    return tableNames.filter((table) => this.of(table) !== other.of(table));
  }
}

/** How many columns count. */
function compared(table: TableName): number {
  return table === 'event' ? columnAt('event', 'words') : columnsOf(table).length;
}

function addRow(hash: Hash, row: Row): void {
  hash.update(
    JSON.stringify(row.map((value) => (value instanceof Uint8Array ? { bytes: value.byteLength } : comparable(value)))),
  );
  for (const value of row) if (value instanceof Uint8Array) hash.update(value);
}

/** PostgreSQL's text cannot contain NUL; U+FFFD replaces it there. */
function comparable(value: number | string | null): number | string | null {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}
