import { defineEntry, type EntryContext } from './entry.ts';
import { chain, checkChain } from './fields.ts';

export const markFailed = defineEntry({
  name: 'markFailed',
  summary: 'Mark a failure as given up: nothing fixed it, and it needs review',
  input: { chain },
  positionals: ['chain'],
  check: checkChain,
  async run({ store, clock }: EntryContext, { chain: name }) {
    const { changeChain } = await import('./change-chain.ts');
    const { recordAbandoned } = await import('../ingest/manual/record-attempt.ts');
    const changed = await changeChain(store, name, (known) => recordAbandoned(store, known, clock()));
    return { chain: changed.chain };
  },
});
