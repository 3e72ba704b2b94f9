import { defineEntry, type EntryContext } from './entry.ts';
import { chain, checkChain } from './fields.ts';

export const markResolved = defineEntry({
  name: 'markResolved',
  summary: 'Mark a failure as resolved',
  input: {
    chain,
    fix: {
      type: 'text',
      max: 200,
      aliases: ['successfulFixId'],
      summary: 'The id of the attempt that fixed it, when one did',
    },
    resolutionTimeMinutes: {
      type: 'number',
      min: 0,
      max: 100 * 365 * 24 * 60,
      summary: 'How long it took, in minutes; from the failure until now when absent',
    },
  },
  positionals: ['chain', 'fix'],
  check: checkChain,
  async run({ store, clock }: EntryContext, { chain: name, fix, resolutionTimeMinutes: minutes }) {
    const { changeChain } = await import('./change-chain.ts');
    const { recordResolved } = await import('../ingest/manual/record-attempt.ts');
    const changed = await changeChain(store, name, (known) =>
      recordResolved(store, known, {
        now: clock(),
        ...(fix !== undefined && { fix }),
        ...(minutes !== undefined && { resolutionMs: Math.round(minutes * 60_000) }),
      }),
    );
    return { chain: changed.chain };
  },
});
