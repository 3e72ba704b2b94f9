import { findSession } from '../find/load-find.ts';
import { limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const compare = defineQuestion({
  name: 'compare',
  summary: 'Show where two runs of the same task part ways',
  details:
    'Two steps are the same when they do the same to the same file or with the same command, whichever agent took ' +
    'them and whatever they wrote or saw. Shows how far both went together, what each did when they diverged and ' +
    'which earlier result differed, the stretches after that, and how each ended. A fork shares its beginning ' +
    'with the session it left.',
  input: {
    a: { ...sessionName, required: true, summary: 'A session' },
    b: { ...sessionName, required: true, summary: 'Another session' },
    limit: limit(5_000, 20_000, 'steps of each'),
  },
  positionals: ['a', 'b'],
  output: 'CompareAnswer',
  http: { path: '/api/sessions/:a/compare/:b', isLong: true },
  async run({ read, sources, raw }, { a, b, ...options }) {
    const { compare: align } = await import('./compare.ts');
    return align(read, await findSession(read, a), await findSession(read, b), {
      sources: await sources(),
      raw,
      ...options,
    });
  },
});
