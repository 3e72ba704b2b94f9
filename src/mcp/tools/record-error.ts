import { answerSchema } from '../answer-schema.ts';
import { writingTool } from '../tool.ts';
import { findChain } from '../../ask/find/find-chain.ts';
import { redacted } from '../../ask/redaction/redacted.ts';
import { sessionNamed } from '../../ask/find/session-named.ts';
import { checkFailure } from '../../ingest/manual/check-failure.ts';
import { recordFailure } from '../../ingest/manual/record-failure.ts';
import { short } from '../text.ts';

export const recordErrorTool = writingTool({
  name: 'record_error',
  title: 'Remember a failure',
  description:
    'Keeps a failure in the archive, so that later sessions find it with `similar_failures`. ' +
    'stemma reads failures out of transcripts by itself: use this only for what no transcript shows, such as an error in production, in a browser, or one the user reported. ' +
    'Give the message as it was, and what is known of where it happened. Comes back: `id` (ch_…): give it to `record_fix_attempt` and `mark_resolved`. ' +
    'Calling it twice keeps two failures. Secrets are redacted before anything is kept. If another stemma is writing it waits for up to half a minute.',
  input: {
    message: { type: 'text', required: true, max: 64_000, summary: 'What it said: a line, or the whole output' },
    file: { type: 'text', summary: 'Where it happened' },
    line: { type: 'integer', min: 0, max: 100_000_000, summary: 'The line in that file' },
    code: { type: 'text', max: 8_000, summary: 'The code at fault' },
    stack: { type: 'text', max: 64_000, summary: 'The stack trace, if it is not in the message' },
    reproduction: { type: 'text', max: 8_000, summary: 'How to make it happen again' },
    session: { type: 'text', max: 400, summary: 'The session it happened in: its uid, or the start of one' },
  },
  output: {
    type: 'object',
    required: ['id', 'chain'],
    properties: { id: { type: 'string' }, chain: answerSchema('Chain', 1) },
  },
  async write({ archive, workspace, clock }, { message, session, ...context }) {
    const failure = checkFailure({ message, context });
    // Refused before anybody is waited for.
    if (session !== undefined) await archive.ask(({ read }) => sessionNamed(read, session));
    return archive.write(async (store) => {
      const id = await recordFailure(store, failure, {
        workspace,
        clock,
        ...(session !== undefined && { session: await sessionNamed(store.read, session) }),
      });
      return { id, chain: await findChain(redacted(store.read), id) };
    });
  },
  text: ({ id, chain }) =>
    `Remembered as ${id}: ${short(chain.error.message, 200)}\nRecord what you try with record_fix_attempt.`,
});
