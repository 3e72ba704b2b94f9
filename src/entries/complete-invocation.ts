import { shown } from '../ask/question/parse-input.ts';
import { invocationRef } from '../model/ids.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { defineEntry, type EntryContext } from './entry.ts';

export const completeInvocation = defineEntry({
  name: 'completeInvocation',
  summary: 'Remember how the use of a skill ended',
  input: {
    invocation: { type: 'text', max: 200, required: true, summary: 'The id of the use' },
    completed: { type: 'flag', summary: 'Whether it came to its end, true when absent; false when it was given up' },
    followUps: { type: 'texts', max: 64_000, aliases: ['followUpActions'], summary: 'What was done next' },
    errorType: { type: 'prose', remoteMax: 200, summary: 'Why it was given up, such as TypeError or denied' },
    durationSeconds: { type: 'number', min: 0, summary: 'How long it took; by the clock when absent' },
  },
  positionals: ['invocation'],
  async run({ store, clock }: EntryContext, { invocation: id, ...end }) {
    const { recordUseEnd } = await import('../ingest/manual/record-use.ts');
    const ref = invocationRef(id);
    const use = ref && (await store.read.invocation(ref));
    if (!use)
      throw new StemmaError('bad-argument', `There is no use ${shown(id)} in this archive.`, {
        hint: 'Give the id that trackInvocation gave.',
      });
    const now = clock();
    await recordUseEnd(store, ref, end, { began: use.at === null ? now : Date.parse(use.at), now });
  },
});
