import type { Event } from '../../model/event.ts';
import type { EventRecord } from '../rows/event-record.ts';
import { EventMaker } from './event-maker.ts';
import type { Parameter, Sql } from './sql.ts';

/** Those come first of which many rows are asked alone. */
const numbers = [
  'seq',
  'parent',
  'tree',
  'session',
  'id',
  'at',
  'kind',
  'act',
  'role',
  'origin',
  'failed',
  'step',
  'turn',
  'input',
  'output',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'duration_ms',
  'line',
  'usd',
] as const;

/**
 * Of `event e`. All numbers in one text: the driver takes as long for a number as for a text, and an answer may hold
 * ten thousand events.
 */
export const eventColumns = `concat(${numbers.map((name) => `e.${name}`).join(`, ',', `)}), e.type, e.tool, e.native, e.model, e.summary, e.marks`;

/**
 * A row of a select that begins with `eventColumns`. By index: to take a list apart by a pattern costs as much as all
 * the rest.
 */
export function unpacked(row: readonly unknown[]): EventRecord {
  readNumbers(row[0] as string);
  return {
    tree: read[2],
    session: read[3],
    seq: read[0],
    id: read[4],
    at: read[5],
    kind: read[6],
    act: read[7],
    role: read[8],
    origin: read[9],
    failed: read[10],
    parent: read[1],
    step: read[11],
    turn: read[12],
    input: read[13],
    output: read[14],
    cache_read: read[15],
    cache_write: read[16],
    cache_write_1h: read[17],
    duration_ms: read[18],
    line: read[19],
    usd: read[20],
    type: row[1],
    tool: row[2],
    native: row[3],
    model: row[4],
    summary: row[5],
    marks: row[6],
  } as EventRecord;
}

/** Its `seq`, without the rest. */
export function seqOf(row: readonly unknown[]): number {
  return Number.parseInt(row[0] as string, 10);
}

/** One for all rows: it is read before the next row comes. */
const read: (number | null)[] = Array.from(numbers, () => null);

/** Digit by digit: to cut the text up first takes twice as long, most of it for what is thrown away again. */
function readNumbers(packed: string): void {
  let place = 0;
  let start = 0;
  let value = 0;
  let isWhole = true;
  for (let at = 0; at <= packed.length; at++) {
    const digit = packed.charCodeAt(at) - zero;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (at === packed.length || digit === comma) {
      read[place++] = at === start ? null : isWhole ? value : Number(packed.slice(start, at));
      start = at + 1;
      value = 0;
      isWhole = true;
    } else isWhole = false;
  }
}

const zero = '0'.charCodeAt(0);
const comma = ','.charCodeAt(0) - zero;

/** Rows of a select that begins with `eventColumns`. */
export async function eventRows(sql: Sql, text: string, ...values: Parameter[]): Promise<readonly EventRecord[]> {
  return (await sql.rows(text, ...values)).map(unpacked);
}

export async function events(sql: Sql, text: string, ...values: Parameter[]): Promise<readonly Event[]> {
  return await toEvents(sql, await eventRows(sql, `select ${eventColumns} ${text}`, ...values));
}

/** Rows as every door shows them. */
export async function toEvents(sql: Sql, rows: readonly EventRecord[]): Promise<readonly Event[]> {
  const making = new EventMaker(sql);
  await making.add(rows);
  return await making.finish();
}
