import { findSession } from '../../ask/find/find-session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { errorKinds } from '../../model/words.ts';
import { defineCommand } from '../line/command.ts';
import { failureFilter } from '../settings/failure-filter.ts';
import { afterFlag, limitFlag, sessionArgument, sinceFlag } from './shared.ts';

export const errorsCommand = defineCommand({
  name: 'errors',
  summary: 'Tell what failed in a session, why, and what fixed it',
  details:
    'Each failing call is a story, made by rules and never by a model. Its kind is real (something was wrong and had to be dealt with), ' +
    'benign (an answer: nothing was there to be found), denied (a person or a rule said no) or cascade (called off because a call beside ' +
    'it failed). What somebody told with `stemma remember` stands among them and beside them. Text leaves benign ones out unless they are asked for. With --all, --repo, --agent, --since or --type those of all sessions ' +
    'are told, the latest first. `stemma patterns` shows what fails again and again.',
  positionals: [sessionArgument],
  flags: {
    only: { type: 'choice', placeholder: 'KIND', choices: errorKinds, summary: 'Only stories of this kind' },
    all: { type: 'flag', summary: 'Of all sessions' },
    agent: {
      type: 'text',
      placeholder: 'NAME',
      completes: 'agents',
      summary: 'Of all sessions of this agent, such as claude-code or codex',
    },
    repo: { type: 'text', placeholder: 'REPO', summary: 'Of all sessions in this repository, by name or by path' },
    type: {
      type: 'text',
      placeholder: 'TYPE',
      summary: 'Of all sessions, only errors of this type, such as TypeError or TS2345',
    },
    since: sinceFlag,
    after: afterFlag,
    limit: limitFlag('At most this many stories (20; with --json all of a session, 200 of several)'),
  },
  examples: [
    { line: 'stemma errors', says: 'the newest session' },
    { line: 'stemma errors claude:3f2a --only real', says: 'only what had to be dealt with' },
    { line: 'stemma errors --repo shop --since 7d', says: 'all sessions of a repository, of the last week' },
    { line: 'stemma errors codex:0199 --json', says: 'all stories, for a program' },
  ],
  async run(run, { args, flags }) {
    const { all, agent, repo, type, since, after, limit, only } = flags;
    const { json } = run.settings;
    const kinds = only ? [only] : json ? errorKinds : errorKinds.filter((each) => each !== 'benign');
    const isEverywhere =
      all === true ||
      agent !== undefined ||
      repo !== undefined ||
      type !== undefined ||
      since !== undefined ||
      after !== undefined;
    if (isEverywhere && args[0] !== undefined) {
      throw new StemmaError(
        'bad-argument',
        'A session and --all, --agent, --repo, --type, --since or --after do not go together.',
        { hint: 'Leave out the one or the other.' },
      );
    }
    await using store = await run.openArchive();
    if (!isEverywhere) {
      // Loaded when it is needed: help names every command.
      const { errors } = await import('../../ask/errors/errors.ts');
      const { renderErrors } = await import('../render/failures/errors.ts');
      const answer = await errors(store.read, await findSession(store.read, args[0]), {
        kinds,
        limit: limit ?? (json ? Number.POSITIVE_INFINITY : 20),
      });
      return await run.answer(answer, () => renderErrors(answer, run));
    }
    const { errorsEverywhere } = await import('../../ask/errors/errors-everywhere.ts');
    const { renderErrorsEverywhere } = await import('../render/failures/errors.ts');
    const answer = await errorsEverywhere(store.read, {
      limit: limit ?? (json ? 200 : 20),
      ...(after === undefined ? {} : { after }),
      ...(type === undefined ? {} : { type }),
      ...(await failureFilter(run, flags)),
      kinds,
    });
    return await run.answer(answer, () => renderErrorsEverywhere(answer, run));
  },
});
