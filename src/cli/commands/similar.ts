import { resolve } from 'node:path';
import { repoOf } from '../../ingest/find/repo-of.ts';
import { errorKinds } from '../../model/words.ts';
import { defineCommand } from '../line/command.ts';
import { failureFilter } from '../settings/failure-filter.ts';
import { outputGiven } from '../output-given.ts';
import { agentFlag, limitFlag, repoFlag, sinceFlag } from './shared.ts';

export const similarCommand = defineCommand({
  name: 'similar',
  summary: 'Find what failed like this before, and what fixed it',
  details:
    'TEXT is any error output, whole or the line that matters; without TEXT it is read from standard input, as in `npm test 2>&1 | stemma similar`. Instead of a text, the id of a failing event ' +
    'or of a chain (ch_…) may be given. The same fingerprint comes first, then what is alike in words and meaning; among equals what helped, how often, how lately ' +
    'and where. Each match says why. Nothing leaves this machine, unless `embedding` in config.json names a model of your own to ask what is near in meaning. Text shows every failure once; JSON each time it happened.',
  positionals: [
    {
      name: 'text',
      summary: 'Error output, or the id of a failing event or of a chain; standard input when absent',
      optional: true,
      many: true,
    },
  ],
  flags: {
    agent: agentFlag,
    repo: repoFlag,
    kind: { type: 'choice', placeholder: 'KIND', choices: errorKinds, summary: 'Only of this kind (real and denied)' },
    since: sinceFlag,
    solved: { type: 'flag', summary: 'Only what was resolved' },
    limit: limitFlag('At most this many matches, 1 to 100 (5)'),
  },
  examples: [
    { line: 'stemma similar "Cannot find module \'left-pad\'"', says: 'by a message' },
    { line: 'stemma similar < output.txt', says: 'by the whole output of what failed' },
    { line: 'stemma similar ch_7k2m --solved', says: 'how others solved what is unresolved here' },
    { line: 'stemma similar "connection refused" --repo shop --json', says: 'in one repository, for a program' },
  ],
  async run(run, { args, flags }) {
    // Loaded when it is needed: help names every command.
    const { knownFailures, otherModel, similar } = await import('../../ask/similar/similar.ts');
    const { similarTo } = await import('../../ask/similar/subject.ts');
    const { renderSimilar } = await import('../render/failures/similar.ts');
    const words = await outputGiven(run, args, 'similar', 'TEXT');
    await using store = await run.openArchive();
    const { embedding } = run.settings;
    const model =
      embedding &&
      otherModel(embedding, ({ message, hint }) => run.say(`${message} stemma's own table is used. ${hint}`));
    const answer = await similar(knownFailures(store.read, model), await similarTo(store.read, words), {
      now: run.now,
      here: repoOf(resolve('.')) ?? null,
      limit: flags.limit ?? 5,
      ...(run.settings.json ? {} : { perFailure: 1 }),
      ...(await failureFilter(run, flags)),
      ...(flags.solved ? { states: ['resolved'] as const } : {}),
    });
    await run.answer(answer, () => renderSimilar(answer, run));
  },
});
