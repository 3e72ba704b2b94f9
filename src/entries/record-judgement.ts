import { findSession } from '../ask/find/load-find.ts';
import type { Judged } from '../ask/judge/judged.ts';
import { defineEntry, type EntryContext } from './entry.ts';

export const recordJudgement = defineEntry({
  name: 'recordJudgement',
  summary: 'Keep what a model judged about a session: causes, stories of failures, outcome',
  input: {
    session: { type: 'text', max: 1_000, required: true, summary: 'The session: its uid, or the start of one' },
    answers: {
      type: 'texts',
      max: 1_000_000,
      required: true,
      summary: 'The answers of the judge, one for each window; text around the JSON is ignored',
    },
    model: { type: 'text', max: 200, required: true, summary: 'The name of the model that judged' },
  },
  positionals: ['session'],
  async check(read, { session: name, answers }) {
    const { readAnswers } = await import('../ask/judge/read-answers.ts');
    await readAnswers(read, (await findSession(read, name)).uid, answers);
  },
  async run({ store, clock }: EntryContext, { session: name, answers, model }): Promise<Judged> {
    const { readAnswers } = await import('../ask/judge/read-answers.ts');
    const { judgedAnswer } = await import('../ask/judge/judged.ts');
    const { keepJudgement } = await import('../ingest/manual/keep-judgement.ts');
    const { uid } = await findSession(store.read, name);
    const { dropped, ...judged } = await readAnswers(store.read, uid, answers);
    return judgedAnswer(await keepJudgement(store, uid, { ...judged, model, now: clock() }), dropped);
  },
});
