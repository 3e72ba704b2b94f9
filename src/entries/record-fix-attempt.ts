import { chainName } from '../ask/question/fields.ts';
import { defineEntry, type EntryContext } from './entry.ts';
import { at, checkChain } from './fields.ts';

export const recordFixAttempt = defineEntry({
  name: 'recordFixAttempt',
  summary: 'Remember what was tried against a failure, and whether it helped',
  input: {
    chain: chainName,
    action: {
      type: 'prose',
      required: true,
      remoteMax: 2_000,
      summary: 'What was done, in one line: "npm ci", "await the promise in load()"',
    },
    codeChanges: { type: 'prose', remoteMax: 64_000, summary: 'A patch, or a description of one' },
    successful: { type: 'flag', summary: 'Whether it fixed the failure, if that is known' },
    at,
  },
  positionals: ['chain'],
  check: checkChain,
  async run({ store, clock }: EntryContext, { chain: name, ...attempt }) {
    const { changeChain } = await import('./change-chain.ts');
    const { recordAttempt } = await import('../ingest/manual/record-attempt.ts');
    const changed = await changeChain(store, name, (known) => recordAttempt(store, known, attempt, clock()));
    return { attempt: changed.recorded, chain: changed.chain };
  },
});
