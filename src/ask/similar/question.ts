import { chainFilter, limit, workspace } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';
import type { SimilarAnswer } from './similar.ts';

export const similar = defineQuestion({
  name: 'similar',
  summary: 'Find what failed like this before, and what fixed it',
  details:
    'Any error output will do, whole or the line that matters, or the id of a failing event or of an error chain. ' +
    'The same fingerprint comes first, then what is similar in text and meaning; among equals what has a fix, how ' +
    'often, how recently and where. Each match names its reason. Nothing leaves this machine, unless `embedding` ' +
    'in config.json names a model of your own to ask what is near in meaning.',
  input: {
    about: {
      type: 'text',
      max: 100_000,
      required: true,
      aliases: ['text'],
      summary: 'Any error output, or the id of a failing event or of an error chain',
    },
    ...chainFilter,
    solved: { type: 'flag', summary: 'Only failures that were fixed: --states resolved' },
    here: { type: 'text', summary: 'The repository of whoever asks: what failed there comes first' },
    perFailure: { type: 'integer', min: 1, summary: 'At most this many matches of one failure' },
    workspace,
    limit: limit(5, 100, 'matches'),
  },
  positionals: ['about'],
  output: 'SimilarAnswer',
  http: { path: '/api/similar' },
  async run(context, { about, ...options }): Promise<SimilarAnswer> {
    const { similar: find } = await import('./similar.ts');
    const { similarTo } = await import('./subject.ts');
    const { withChanges } = await import('./fix-changes.ts');
    const { read, failures, now, raw } = context;
    const found = await find(failures, await similarTo(read, about), { ...(await filterOf(context, options)), now });
    const matches = await withChanges(read, found.matches, { sources: context.sources, raw });
    return { ...found, matches };
  },
});
