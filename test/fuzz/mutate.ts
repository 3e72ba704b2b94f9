import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { loadSqlite } from '../../src/platform/load-sqlite.ts';

/** Numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

/** The bytes of a transcript after some of what a crash, a next version, another program or an enemy may do to it. */
export function mutated(bytes: Buffer, random: Random): Buffer {
  const lines = bytes.toString('utf8').split('\n');
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change++) pick(random, ofLines)(lines, random);
  const text = Buffer.from(lines.join('\n'));
  return random() < 0.2 ? pick(random, ofBytes)(text, random) : text;
}

type OfLines = (lines: string[], random: Random) => void;

const at = (lines: readonly unknown[], random: Random): number => Math.floor(random() * lines.length);

const changeRecord: OfLines = (lines, random) => {
  const index = at(lines, random);
  lines[index] = changedJson(lines[index]!, random) ?? lines[index]!;
};

/** Most changes are inside of records: that is where meaning is. */
const ofLines: readonly OfLines[] = [
  ...Array<OfLines>(6).fill(changeRecord),
  (lines, random) => void lines.splice(at(lines, random), 1),
  (lines, random) => void lines.splice(at(lines, random), 0, lines[at(lines, random)]!),
  (lines, random) => void lines.push(...lines.splice(at(lines, random), 1)),
  (lines) => void lines.reverse(),
  (lines, random) => {
    const index = at(lines, random);
    lines[index] = lines[index]!.slice(0, random() * lines[index]!.length);
  },
  (lines, random) => {
    const index = at(lines, random);
    lines.splice(index, 2, `${lines[index] ?? ''}${lines[index + 1] ?? ''}`);
  },
  (lines, random) =>
    void lines.splice(at(lines, random), 0, pick(random, ['', '{}', '[]', 'null', '\0\0', '\uFEFF{"a":1}', '}{'])),
];

const ofBytes: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => bytes.subarray(0, random() * bytes.length),
  (bytes, random) => flipped(bytes, random, 1 + Math.floor(random() * 8)),
  (bytes) => Buffer.concat([Buffer.from('\uFEFF'), bytes]),
  (bytes) => Buffer.from(bytes.toString().replaceAll('\n', '\r\n')),
  (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  (bytes) => Buffer.concat([bytes, bytes]),
];

export function flipped(bytes: Uint8Array, random: Random, bits: number): Buffer {
  const changed = Buffer.from(bytes);
  for (let bit = 0; bit < bits && changed.length > 0; bit++) {
    const index = Math.floor(random() * changed.length);
    changed[index] = changed[index]! ^ (1 << Math.floor(random() * 8));
  }
  return changed;
}

/** A line with one value replaced, renamed, removed or moved deeper; undefined when it is no JSON. */
function changedJson(line: string, random: Random): string | undefined {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return undefined;
  }
  const slots = slotsOf(record);
  if (slots.length === 0) return undefined;
  const { holder, name } = pick(random, slots);
  const value = holder[name];
  switch (Math.floor(random() * 8)) {
    case 0:
      delete holder[name];
      break;
    case 1:
      // Also what an id, a time or a path of this record is elsewhere.
      holder[name] = slots.map((slot) => slot.holder[slot.name])[at(slots, random)];
      break;
    case 2:
      holder[`${name}${pick(random, ['2', ' ', '\n', '__proto__'])}`] = value;
      break;
    case 3:
      return nestedAt(record, holder, name, 200 + Math.floor(random() * 5_000));
    default:
      holder[name] = isTime(name, value) ? pick(random, times) : pick(random, odd);
  }
  return stringified(record);
}

/** A value that refers to itself after a change has no JSON. */
function stringified(record: unknown): string | undefined {
  try {
    return JSON.stringify(record);
  } catch {
    return undefined;
  }
}

/** Nested as text: a value of that depth could not be written. */
function nestedAt(record: unknown, holder: Record<string, unknown>, name: string, depth: number): string | undefined {
  const [open, close] = depth % 2 === 0 ? ['[', ']'] : ['{"a":', '}'];
  holder[name] = 'NESTED';
  return stringified(record)?.replace('"NESTED"', () => `${open.repeat(depth)}0${close.repeat(depth)}`);
}

interface Slot {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

function slotsOf(value: unknown, levels = 50): readonly Slot[] {
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...slotsOf(holder[name], levels - 1)]);
}

function isTime(name: string, value: unknown): boolean {
  return (
    /time|date|created|updated|_at$|^at$|^ts$/i.test(name) || (typeof value === 'string' && /^\d{4}-\d\d-/.test(value))
  );
}

const times: readonly unknown[] = [
  '1969-12-31T23:59:59.999Z',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'yesterday',
  '',
  -1,
  0,
  1e15,
  -8.64e15,
  1.5,
  1e308,
  null,
  true,
  {},
];

const odd: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  'x',
  '../../../etc/passwd',
  '/',
  'a/b#c:d',
  '\0',
  '\uD800',
  '\u202Eabc',
  '\u001b[2J',
  'toString',
  '__proto__',
  'eyJ-'.repeat(3_000),
  'x'.repeat(100_000),
  '\n'.repeat(5_000),
  '{"a":'.repeat(3_000),
  '"'.repeat(3_000),
  [],
  {},
  [null],
  [[[]]],
  { type: 'x' },
  ['x', 1, null, {}],
  [{ type: 'text', text: 7 }],
  { length: 3 },
  Array(2_000).fill({}),
];

/** A database whose rows another program, or a disk, has changed; in place. */
export function mutateDatabase(path: string, random: Random): void {
  const database: DatabaseSync = new (loadSqlite().DatabaseSync)(path);
  try {
    for (let change = 0; change < 4; change++) changeRows(database, random);
  } finally {
    database.close();
  }
}

const values: readonly (string | number | null)[] = [
  'noon',
  '',
  -1,
  1.5,
  1e300,
  null,
  '{"a":'.repeat(2_000),
  '[]',
  '{}',
  '\0',
];

function changeRows(database: DatabaseSync, random: Random): void {
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
    .all();
  if (tables.length === 0) return;
  const table = String(pick(random, tables)['name']);
  const columns = database.prepare('select name from pragma_table_info(?)').all(table);
  const column = String(pick(random, columns)['name']);
  const some = `rowid in (select rowid from "${table}" order by rowid limit ${1 + Math.floor(random() * 3)} offset ${Math.floor(random() * 5)})`;
  try {
    database.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on');
    const change = random();
    if (change < 0.1) database.exec(`drop table "${table}"`);
    else if (change < 0.2) database.exec(`delete from "${table}" where ${some}`);
    else if (change < 0.5) {
      const rows = database.prepare(`select rowid as id, "${column}" as value from "${table}" where ${some}`).all();
      for (const { id, value } of rows)
        if (typeof value === 'string')
          database
            .prepare(`update "${table}" set "${column}" = ? where rowid = ?`)
            .run(changedJson(value, random) ?? 'x', id!);
    } else database.prepare(`update "${table}" set "${column}" = ? where ${some}`).run(pick(random, values));
  } catch {
    // What the schema forbids, its program could not have written.
  }
}

export function isDatabase(path: string): boolean {
  return readFileSync(path).subarray(0, 15).toString() === 'SQLite format 3';
}
