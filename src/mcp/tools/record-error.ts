import * as z from 'zod';
import { findChain } from '../../ask/find/find-chain.ts';
import { redacted } from '../../ask/redaction/redacted.ts';
import { sessionNamed } from '../../ask/find/session-named.ts';
import { checkFailure } from '../../ingest/manual/check-failure.ts';
import { recordFailure } from '../../ingest/manual/record-failure.ts';
import { given } from '../inputs.ts';
import { chainShape } from '../outputs.ts';
import { short } from '../text.ts';
import { telling } from '../tool.ts';

export const recordErrorTool = telling({
  name: 'record_error',
  title: 'Remember a failure',
  description:
    'Keeps a failure in the archive, so that later sessions find it with `similar_failures`. ' +
    'stemma reads failures out of transcripts by itself: use this only for what no transcript shows, such as an error in production, in a browser, or one the user told you of. ' +
    'Give the message as it was, and what is known of where it happened. Comes back: `id` (ch_…): give it to `record_fix_attempt` and `mark_resolved`. ' +
    'Calling it twice keeps two failures. Secrets are redacted before anything is kept. If another stemma is writing it waits for up to half a minute.',
  input: z.object({
    message: z.string().min(1).max(64_000).describe('What it said: a line, or the whole output.'),
    file: z.string().max(2000).optional().describe('Where it happened.'),
    line: z.number().int().min(0).max(100_000_000).optional().describe('The line in that file.'),
    code: z.string().max(8000).optional().describe('The code at fault.'),
    stack: z.string().max(64_000).optional().describe('The stack trace, if it is not in the message.'),
    reproduction: z.string().max(8000).optional().describe('How to make it happen again.'),
    session: z
      .string()
      .min(1)
      .max(400)
      .optional()
      .describe('The session it happened in: its uid, or a name of one that is here.'),
  }),
  output: z.looseObject({ id: z.string(), chain: chainShape }),
  async tell({ message, session, ...context }, { archive, workspace, clock }) {
    const failure = checkFailure({ message, context: given(context) });
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
    `Remembered as ${id}: ${short(chain.error.message, 200)}\nTell what you try with record_fix_attempt.`,
});
