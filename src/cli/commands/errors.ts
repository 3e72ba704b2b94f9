import { findSession } from '../../ask/find-session.ts';
import { errorKinds } from '../../model/words.ts';
import { defineCommand } from '../command.ts';
import { limitFlag, sessionArgument } from './shared.ts';

export const errorsCommand = defineCommand({
  name: 'errors',
  summary: 'Tell what failed in a session, why, and what fixed it',
  details:
    'Each failing call is a story, made by rules and never by a model. Its kind is real (something was wrong and had to be dealt with), ' +
    'benign (an answer: nothing was there to be found), denied (a person or a rule said no) or cascade (called off because a call beside ' +
    'it failed). Text leaves benign ones out unless they are asked for. With --json and without --limit all stories are written.',
  positionals: [sessionArgument],
  flags: {
    only: { type: 'text', value: 'KIND', choices: errorKinds, summary: 'Only stories of this kind' },
    limit: limitFlag('At most this many stories (20; all with --json)'),
  },
  examples: [
    { line: 'stemma errors', says: 'the newest session' },
    { line: 'stemma errors claude:3f2a --only real', says: 'only what had to be dealt with' },
    { line: 'stemma errors codex:0199 --json', says: 'all stories, for a program' },
  ],
  async run(run, { args, flags: { only, limit } }) {
    // Loaded when it is needed: help names every command.
    const { errors } = await import('../../ask/errors.ts');
    const { renderErrors } = await import('../render/errors.ts');
    await using store = await run.openArchive();
    const session = await findSession(store.read, args[0]);
    const { json } = run.settings;
    const kinds = only ? [only] : json ? errorKinds : errorKinds.filter((each) => each !== 'benign');
    const answer = await errors(store.read, session, { kinds, limit: limit ?? (json ? Number.POSITIVE_INFINITY : 20) });
    return await run.answer(answer, () => renderErrors(answer, run));
  },
});
