import { name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords, readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Line, Peek, Reading } from '../source.ts';
import { newMemory } from './memory.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import { inputOf } from './record.ts';
import { answered } from './results.ts';

/** What else editors write down: it tells of no call. */
const others = [
  'autocomplete',
  'chatFeedback',
  'chatInteraction',
  'editInteraction',
  'editOutcome',
  'nextEdit',
  'nextEditOutcome',
  'nextEditWithHistory',
  'quickEdit',
  'tokensGenerated',
];

/**
 * One kind of event a file, whatever session it was in. `userId` is a token where the user has set one: such a file
 * is left alone.
 */
export function isDevData({ head, tail }: Peek): boolean {
  const [first] = firstRecords(head, 1);
  const isEvent =
    first !== undefined &&
    ['eventName', 'schema', 'timestamp', 'selectedProfileId'].every((field) => typeof first[field] === 'string');
  return isEvent && first['userId'] === '' && !/"userId":"[^"]/.test(head) && !/"userId":"[^"]/.test(tail);
}

export function readDevData({ session }: Identity, line: Line): Reading {
  return readJsonLine(line, (record, place) => {
    const kind = name(record['eventName']) ?? 'no name';
    const page: Page = { session, memory: newMemory(), key: place, native: place, drafts: [], links: [], sessions: [] };
    if (kind === 'toolUsage') used(page, record);
    else if (!others.includes(kind)) return unknownRecord(`dev_data/${kind}`, name(record['schema']));
    return readingOf(page);
  });
}

/** A call, told when it had ended; when it was begun nobody knows. */
function used(page: Page, record: JsonObject): void {
  const id = name(record['toolCallId']);
  if (id === undefined) return;
  const toolCall = {
    function: { name: record['functionName'], arguments: record['toolCallArgs'] ?? record['functionArgs'] },
  };
  emit(
    page,
    page.key,
    {
      is: 'call',
      tool: text(record['functionName']) ?? 'unknown',
      input: inputOf({ parsedArgs: record['parsedArgs'] }, toolCall),
    },
    { native: id, role: 'assistant' },
  );
  const at = Date.parse(text(record['timestamp']) ?? '');
  answered(
    page,
    id,
    page.key,
    { toolCall, status: statusOf(record), output: record['output'] },
    Number.isNaN(at) ? undefined : at,
  );
}

/** What failed counts as not accepted too; only what went well and was not taken was refused. */
function statusOf({ accepted, succeeded }: JsonObject): string {
  if (succeeded === false) return 'errored';
  return accepted === false ? 'canceled' : 'done';
}
