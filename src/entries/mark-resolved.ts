import { chainName } from '../ask/question/fields.ts';
import { defineEntry, type EntryContext } from './entry.ts';
import { checkChain } from './fields.ts';

export const markResolved = defineEntry({
  name: 'markResolved',
  summary: 'Mark a failure as resolved',
  input: {
    chain: chainName,
    fix: { type: 'text', max: 200, summary: 'The id of the attempt that fixed it, when one did' },
  },
  positionals: ['chain', 'fix'],
  check: checkChain,
  async run({ store, clock }: EntryContext, { chain: name, fix }) {
    const { changeChain } = await import('./change-chain.ts');
    const { recordResolved } = await import('../ingest/manual/record-attempt.ts');
    const changed = await changeChain(store, name, (known) => recordResolved(store, known, fix, clock()));
    return { chain: changed.chain };
  },
});
