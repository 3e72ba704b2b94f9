import { chainName } from '../../ask/question/fields.ts';
import { answerSchema } from '../answer-schema.ts';
import { writingTool } from '../tool.ts';
import { findChain } from '../../ask/find/find-chain.ts';
import { redacted } from '../../ask/redaction/redacted.ts';
import { chainNamed } from '../../ask/similar/subject.ts';
import { checkAttempt } from '../../ingest/manual/check-failure.ts';
import { recordAttempt } from '../../ingest/manual/record-attempt.ts';
import { short } from '../text.ts';

export const recordFixAttemptTool = writingTool({
  name: 'record_fix_attempt',
  title: 'Remember what was tried',
  description:
    'Keeps what was tried against a failure, and whether it helped: attempts that did not help are worth as much, they spare the next session the same dead end. ' +
    'Use it for failures you recorded with `record_error`, and for one from `similar_failures` or `get_failure_chain` when you know something the transcript does not show. ' +
    'Give the chain (ch_…, or the id of the failing event) and the action in one line. `successful` true resolves the failure; false says it did not help; leave it out while nobody knows. ' +
    'Comes back: `attempt`, the id of this attempt, and the `chain` as it stands now. A failure that is resolved takes no further attempts.',
  input: {
    chain: { ...chainName, summary: 'ch_…, or the id of the failing event (ev_…)' },
    action: {
      type: 'text',
      required: true,
      summary: 'What was done, in one line: "npm ci", "await the promise in load()"',
    },
    codeChanges: { type: 'text', max: 64_000, summary: 'A patch, or a description of one' },
    successful: { type: 'flag', summary: 'Whether it fixed the failure, if that is known' },
  },
  output: {
    type: 'object',
    required: ['attempt', 'chain'],
    properties: { attempt: { type: 'string' }, chain: answerSchema('Chain', 1) },
  },
  async write({ archive, clock }, { chain: name, ...given }) {
    const attempt = checkAttempt(given);
    const { id } = await archive.ask(({ read }) => chainNamed(read, name));
    return archive.write(async (store) => {
      const told = await recordAttempt(store, await findChain(store.read, id), attempt, clock());
      return { attempt: told, chain: await findChain(redacted(store.read), id) };
    });
  },
  text: ({ attempt, chain }) =>
    `Remembered as ${attempt}; ${chain.id} is ${chain.state}: ${short(chain.error.message, 160)}`,
});
