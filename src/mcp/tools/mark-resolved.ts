import { chainName } from '../../ask/question/fields.ts';
import { answerSchema } from '../answer-schema.ts';
import { writingTool } from '../tool.ts';
import { findChain } from '../../ask/find/find-chain.ts';
import { redacted } from '../../ask/redaction/redacted.ts';
import { chainNamed } from '../../ask/similar/subject.ts';
import { recordResolved } from '../../ingest/manual/record-attempt.ts';
import { short } from '../text.ts';

export const markResolvedTool = writingTool({
  name: 'mark_resolved',
  title: 'A failure is solved',
  description:
    'Says that a failure is solved, and by which attempt. Use it when the user confirms a fix, or when you saw the same check pass, for failures that `record_error` keeps or whose proof no transcript shows. ' +
    'Give the chain (ch_…, or the id of the failing event) and, if you know it, the attempt that helped: an id from `record_fix_attempt` or from the `attempts` of the chain. ' +
    'Comes back: the `chain` as it stands now. This cannot be taken back: if it fails again, that is a new failure. Do not use it on a guess.',
  input: {
    chain: { ...chainName, summary: 'ch_…, or the id of the failing event (ev_…)' },
    fix: { type: 'text', max: 100, summary: 'The id of the attempt that fixed it' },
  },
  output: { type: 'object', required: ['chain'], properties: { chain: answerSchema('Chain', 1) } },
  async write({ archive, clock }, { chain: name, fix }) {
    const { id } = await archive.ask(({ read }) => chainNamed(read, name));
    return archive.write(async (store) => {
      await recordResolved(store, await findChain(store.read, id), fix, clock());
      return { chain: await findChain(redacted(store.read), id) };
    });
  },
  text: ({ chain }) => `${chain.id} is ${chain.state}: ${short(chain.error.message, 200)}`,
});
