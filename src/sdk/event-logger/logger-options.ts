import type { OptionField } from '../../ask/question/field.ts';
import { badInput, doors, parseInput } from '../../ask/question/parse-input.ts';
import { sessionName } from '../../sources/sdk/record.ts';
import type { Machine } from '../../sources/source.ts';
import { parseArguments } from '../parse-arguments.ts';
import { placeFields } from '../place-of.ts';
import type { EventLoggerOptions } from './event-logger.ts';
import { readReference } from './parent-reference.ts';
import type { ParentReference } from './parent-reference.ts';

/** The options of an EventLogger, as `EventLoggerOptions` has them. */
export const loggerOptions = {
  ...placeFields,
  session: { type: 'text', max: 200, summary: 'What the session is called; a name of its own when absent' },
  title: { type: 'prose', remoteMax: 2_000, summary: 'The title of the session' },
  cwd: { type: 'text', max: 4_096, summary: 'Where the work is done; the current folder when absent' },
  agent: { type: 'text', summary: 'The name of the program that logs' },
  version: { type: 'text', summary: 'The version of the program that logs' },
  domain: { type: 'text', max: 200, summary: 'The field of work it belongs to, such as payments' },
  taskRef: { type: 'text', max: 200, summary: 'The ticket it is about, such as PAY-17' },
  parent: {
    type: 'text',
    nullable: true,
    summary: 'What `reference()` of another logger gave, or the whole id of an event; null for none',
  },
  queue: {
    type: 'object',
    summary: 'What may wait to be written',
    fields: {
      limit: { type: 'integer', min: 1, default: 10_000, summary: 'At most this many events' },
      characters: { type: 'integer', min: 1, default: 16_000_000, summary: 'At most this many characters' },
      onFull: {
        type: 'choice',
        choices: ['wait', 'drop-new', 'drop-old'],
        default: 'wait',
        summary: 'What `log` does when the queue is full',
      },
    },
  },
  clock: { type: 'function', summary: 'The time in milliseconds' },
  // Its name in 0.1.0 was another.
  onError: { type: 'function', aliases: ['onTrouble'], summary: 'Hears why something could not be written' },
} as const satisfies Record<keyof EventLoggerOptions, OptionField>;

/** The options held to their fields, once, so that logging need not look at them again. */
export function parseLoggerOptions(options: EventLoggerOptions) {
  const method = { name: 'EventLogger', input: loggerOptions, positionals: [] };
  const parsed = parseArguments(method, [options], 0);
  const { session } = parsed;
  if (session !== undefined && sessionName(session) === undefined)
    throw badInput(
      'session',
      'must have 1 to 200 characters, no control characters and no spaces at its ends',
      session,
      loggerOptions.session,
    );
  return { ...parsed, queue: parsed.queue ?? parseInput(loggerOptions.queue.fields, {}, { ...doors.sdk, now: 0 }) };
}

/** An option is the programmer's, and refused; what the environment says must not stop a program. */
export function parentOf(parent: string | null | undefined, { env }: Machine): ParentReference | undefined {
  if (parent === null) return undefined;
  if (parent === undefined) return readReference(env['STEMMA_PARENT']);
  const reference = readReference(parent);
  if (reference) return reference;
  throw badInput('parent', 'must be a reference or the id of an event', parent, loggerOptions.parent);
}
