import { findSession } from '../ask/find/load-find.ts';
import type { RemovedJudgement } from '../ask/judge/judged.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { defineEntry, type EntryContext } from './entry.ts';

export const removeJudgement = defineEntry({
  name: 'removeJudgement',
  summary: 'Remove what a model judged about a session',
  input: {
    session: { type: 'text', max: 1_000, required: true, summary: 'The session: its uid, or the start of one' },
  },
  positionals: ['session'],
  async run({ store, clock }: EntryContext, { session: name }): Promise<RemovedJudgement> {
    const { removeJudgement: remove } = await import('../ingest/manual/keep-judgement.ts');
    const { uid } = await findSession(store.read, name);
    const removed = await remove(store, uid, clock());
    if (removed === undefined)
      throw new StemmaError('not-judged', `${uid} was not judged.`, {
        hint: '`stemma judge SESSION` asks a model to judge it.',
      });
    return { session: uid, removed: { model: removed.model, at: removed.at } };
  },
});
