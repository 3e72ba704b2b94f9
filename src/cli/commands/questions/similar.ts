import { similar } from '../../../ask/similar/question.ts';
import { repoOf } from '../../../ingest/find/repo-of.ts';
import type { Command, Flags } from '../../line/command.ts';
import { readTextArgument } from '../../read-text-argument.ts';
import { aboutOf, flagsOf, inputOf, positionalsOf } from '../../question-command.ts';
import { questionContext } from '../../question-context.ts';

const { 'per-failure': _, ...flags }: Flags = flagsOf(similar);

export const similarCommand: Command = {
  ...aboutOf(
    similar,
    'Without TEXT it is read from standard input, as in `npm test 2>&1 | stemma similar`. Text shows every failure ' +
      'once; JSON each time it happened.',
  ),
  positionals: positionalsOf(similar, { joinsWords: true }).map((each) => ({
    ...each,
    name: 'text',
    optional: true,
  })),
  flags,
  examples: [
    { line: 'stemma similar "Cannot find module \'left-pad\'"', says: 'by a message' },
    { line: 'stemma similar < output.txt', says: 'by the whole output of what failed' },
    { line: 'stemma similar ch_7k2m --solved', says: 'how others fixed what is unresolved here' },
    { line: 'stemma similar "connection refused" --repo shop --json', says: 'in one repository, for a program' },
  ],
  async run(run, words) {
    const { renderSimilar } = await import('../../render/failures/similar.ts');
    const about = await readTextArgument(run, words.args, 'similar', 'TEXT');
    const here = repoOf(process.cwd());
    const input = inputOf(similar, { ...words, args: [about] }, run, {
      input: ({ json }) => ({
        ...(here !== undefined && { here }),
        ...(!json && { perFailure: 1 }),
      }),
    });
    await using store = await run.openArchive();
    const answer = await similar.run(await questionContext(run, store.read), input);
    await run.answer(answer, () => renderSimilar(answer, run));
  },
};
