import { after, chainFilter, limit } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const errorsEverywhere = defineQuestion({
  name: 'errorsEverywhere',
  summary: 'Show what failed in all sessions, the latest first',
  input: {
    ...chainFilter,
    type: { type: 'text', placeholder: 'TYPE', summary: 'Only errors of this type, such as TypeError or TS2345' },
    fingerprints: { type: 'texts', aliases: ['fingerprint'], summary: 'Only failures with one of these fingerprints' },
    limit: limit(20, 200, 'failures'),
    after,
  },
  output: 'ErrorsEverywhere',
  http: { path: '/api/errors' },
  async run(context, input) {
    const { errorsEverywhere: stories } = await import('./errors-everywhere.ts');
    return stories(context.read, await filterOf(context, input));
  },
});
