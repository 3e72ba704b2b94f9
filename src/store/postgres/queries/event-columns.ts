import { eventTable, shownColumns, type EventColumn, type EventRecord } from '../../rows/event-table.ts';
import { recordsOf } from '../../rows/positioned-records.ts';

const isText = (name: EventColumn) => eventTable[name].type === 'text';
/** These two come first: of many rows they are asked alone. */
const first: readonly EventColumn[] = ['seq', 'parent'];
const numbers = [...first, ...shownColumns.filter((name) => !isText(name) && !first.includes(name))];
const texts = shownColumns.filter(isText);

/**
 * Of `event e`. All numbers in one text: the driver takes as long for a number as for a text, and an answer may hold
 * ten thousand events.
 */
export const eventColumns = `concat(${numbers.map((name) => `e.${name}`).join(`, ',', `)}), ${texts.map((name) => `e.${name}`).join(', ')}`;

const toRecord = recordsOf([...numbers, ...texts]);

/** A row of a select that begins with `eventColumns`. */
export function toEventRecord(row: readonly unknown[]): EventRecord {
  const values: unknown[] = readNumbers(row[0] as string);
  for (let at = 1; at <= texts.length; at++) values.push(row[at]);
  return toRecord(values);
}

/** Its `seq`, without the rest. */
export function seqOf(row: readonly unknown[]): number {
  return Number.parseInt(row[0] as string, 10);
}

/** Digit by digit: splitting the text first takes twice as long, most of it for garbage. */
function readNumbers(packed: string): (number | null)[] {
  const read: (number | null)[] = [];
  let start = 0;
  let value = 0;
  let isWhole = true;
  for (let at = 0; at <= packed.length; at++) {
    const digit = packed.charCodeAt(at) - zero;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (at === packed.length || digit === comma) {
      read.push(at === start ? null : isWhole ? value : Number(packed.slice(start, at)));
      start = at + 1;
      value = 0;
      isWhole = true;
    } else isWhole = false;
  }
  return read;
}

const zero = '0'.charCodeAt(0);
const comma = ','.charCodeAt(0) - zero;
