import { perform } from '../../entries/entry.ts';
import { markResolved } from '../../entries/mark-resolved.ts';
import { answerSchema } from '../answer-schema.ts';
import { writingTool } from '../tool.ts';
import { short } from '../text.ts';

export const markResolvedTool = writingTool({
  name: 'mark_resolved',
  title: 'A failure is solved',
  description:
    'Says that a failure is solved, and by which attempt. Use it when the user confirms a fix, or when you saw the same check pass, for failures that `record_error` keeps or whose proof no transcript shows. ' +
    'Give the chain (ch_…, or the id of the failing event) and, if you know it, the attempt that helped: an id from `record_fix_attempt` or from the `attempts` of the chain. ' +
    'Comes back: the `chain` as it stands now. This cannot be taken back: if it fails again, that is a new failure. Do not use it on a guess.',
  input: markResolved.input,
  output: { type: 'object', required: ['chain'], properties: { chain: answerSchema('Chain', 1) } },
  write: (mcp, input) => perform(markResolved, mcp, input),
  text: ({ chain }) => `${chain.id} is ${chain.state}: ${short(chain.error.message, 200)}`,
});
