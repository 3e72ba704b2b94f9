import { perform } from '../../entries/entry.ts';
import { recordErrorEvent } from '../../entries/record-error-event.ts';
import { answerSchema } from '../answer-schema.ts';
import { writingTool } from '../tool.ts';
import { short } from '../text.ts';

const { message: messageField, context: contextField, session: sessionField } = recordErrorEvent.input;

/** What is known of most failures. Flat, for a model forgets what is nested. */
const place = {
  file: { type: 'prose', remoteMax: 2_000, summary: 'Where it happened' },
  line: { type: 'integer', min: 0, max: 100_000_000, summary: 'The line in that file' },
  code: { type: 'prose', remoteMax: 8_000, summary: 'The code at fault' },
  stack: { type: 'prose', remoteMax: 32_000, summary: 'The stack trace, if it is not in the message' },
  reproduction: { type: 'prose', remoteMax: 8_000, summary: 'How to make it happen again' },
} as const;

export const recordErrorTool = writingTool({
  name: 'record_error',
  title: 'Remember a failure',
  description:
    'Keeps a failure in the archive, so that later sessions find it with `similar_failures`. ' +
    'stemma reads failures out of transcripts by itself: use this only for what no transcript shows, such as an error in production, in a browser, or one the user reported. ' +
    'Give the message as it was, and what is known of where it happened. Comes back: `id` (ch_…): give it to `record_fix_attempt` and `mark_resolved`. ' +
    'Calling it twice keeps two failures. Secrets are redacted before anything is kept. If another stemma is writing it waits for up to half a minute.',
  input: {
    message: messageField,
    ...place,
    context: { ...contextField, summary: 'Whatever else is known, as an object' },
    session: sessionField,
  },
  output: {
    type: 'object',
    required: ['id', 'chain'],
    properties: { id: { type: 'string' }, chain: answerSchema('Chain', 1) },
  },
  write: (mcp, { message, session, context, ...known }) =>
    perform(recordErrorEvent, mcp, {
      message,
      ...((context !== undefined || Object.keys(known).length > 0) && { context: { ...context, ...known } }),
      ...(session !== undefined && { session }),
    }),
  text: ({ id, chain }) =>
    `Remembered as ${id}: ${short(chain.error.message, 200)}\nRecord what you try with record_fix_attempt.`,
});
