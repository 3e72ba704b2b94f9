import { perform } from '../../entries/entry.ts';
import { recordFixAttempt } from '../../entries/record-fix-attempt.ts';
import { answerSchema } from '../answer-schema.ts';
import { writingTool } from '../tool.ts';
import { short } from '../text.ts';

const { at: _, ...input } = recordFixAttempt.input;

export const recordFixAttemptTool = writingTool({
  name: 'record_fix_attempt',
  title: 'Remember what was tried',
  description:
    'Keeps what was tried against a failure, and whether it helped: attempts that did not help are worth as much, they spare the next session the same dead end. ' +
    'Use it for failures you recorded with `record_error`, and for one from `similar_failures` or `get_failure_chain` when you know something the transcript does not show. ' +
    'Give the chain (ch_…, or the id of the failing event) and the action in one line. `successful` true resolves the failure; false says it did not help; leave it out while nobody knows. ' +
    'Comes back: `attempt`, the id of this attempt, and the `chain` as it stands now. A failure that is resolved takes no further attempts.',
  input,
  output: {
    type: 'object',
    required: ['attempt', 'chain'],
    properties: { attempt: { type: 'string' }, chain: answerSchema('Chain', 1) },
  },
  write: (mcp, attempt) => perform(recordFixAttempt, mcp, attempt),
  text: ({ attempt, chain }) =>
    `Remembered as ${attempt}; ${chain.id} is ${chain.state}: ${short(chain.error.message, 160)}`,
});
