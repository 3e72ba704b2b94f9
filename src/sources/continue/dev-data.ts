import { name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords, readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Line, Peek, Reading } from '../source.ts';
import { ContinueMemory } from './memory.ts';
import { ContinueContext } from './record-context.ts';
import { inputOf } from './record.ts';
import { answered } from './results.ts';

/** Other records of editors, without calls. */
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
 * One kind of event per file, for all sessions. `userId` is a token where the user has set one: such a file is left
 * alone.
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
    const context = new ContinueContext({ session, memory: new ContinueMemory(), key: place, native: place });
    if (kind === 'toolUsage') used(context, record);
    else if (!others.includes(kind)) return unknownRecord(`dev_data/${kind}`, name(record['schema']));
    return readingOf(context);
  });
}

/** A call, recorded when it had ended; its start is unknown. */
function used(context: ContinueContext, record: JsonObject): void {
  const id = name(record['toolCallId']);
  if (id === undefined) return;
  const toolCall = {
    function: { name: record['functionName'], arguments: record['toolCallArgs'] ?? record['functionArgs'] },
  };
  context.emit(
    context.key,
    {
      is: 'call',
      tool: text(record['functionName']) ?? 'unknown',
      input: inputOf({ parsedArgs: record['parsedArgs'] }, toolCall),
    },
    { native: id, role: 'assistant' },
  );
  const at = Date.parse(text(record['timestamp']) ?? '');
  answered(
    context,
    id,
    context.key,
    { toolCall, status: statusOf(record), output: record['output'] },
    Number.isNaN(at) ? undefined : at,
  );
}

/** What failed counts as not accepted too; only a success that was not accepted was refused. */
function statusOf({ accepted, succeeded }: JsonObject): string {
  if (succeeded === false) return 'errored';
  return accepted === false ? 'canceled' : 'done';
}
