import { errorsEverywhere } from '../../../ask/errors/everywhere-question.ts';
import { errors } from '../../../ask/errors/question.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import { errorKinds } from '../../../model/words.ts';
import type { Command, Flags } from '../../line/command.ts';
import { aboutOf, flagsOf, inputOf, positionalsOf } from '../../question-command.ts';
import { questionContext } from '../../question-context.ts';
import { everything } from '../../render/renderer.ts';

/** Flags that only make sense for all sessions. */
const { kinds, limit: _, ...filters }: Flags = flagsOf(errorsEverywhere);

export const errorsCommand: Command = {
  ...aboutOf(
    errors,
    'Text leaves benign failures out unless --kinds asks for them. With --all or a filter the failures of all ' +
      'sessions are shown, the latest first.',
  ),
  positionals: positionalsOf(errors),
  flags: {
    all: { type: 'flag', summary: 'Of all sessions' },
    kinds: { ...kinds!, aliases: ['kind', 'only'] },
    ...filters,
    limit: {
      type: 'integer',
      min: 1,
      placeholder: 'N',
      summary: 'At most this many failures (20; with --json all of a session, 200 of several)',
    },
  },
  examples: [
    { line: 'stemma errors', says: 'the newest session' },
    { line: 'stemma errors claude:3f2a --kinds real', says: 'only what had to be dealt with' },
    { line: 'stemma errors --repo shop --since 7d', says: 'all sessions of a repository, of the last week' },
    { line: 'stemma errors codex:0199 --json', says: 'all failures, for a program' },
  ],
  async run(run, words) {
    const { args, flags } = words;
    const filter = Object.keys(filters).find((name) => flags[name] !== undefined);
    const isEverywhere = flags['all'] === true || filter !== undefined;
    if (isEverywhere && args[0] !== undefined)
      throw new StemmaError('bad-argument', `A session and --${filter ?? 'all'} do not go together.`, {
        hint: 'Leave out one of them.',
      });
    const { renderErrors, renderErrorsEverywhere } = await import('../../render/failures/errors.ts');
    const input = ({ json }: { readonly json: boolean }) =>
      json ? {} : { kinds: errorKinds.filter((kind) => kind !== 'benign') };
    await using store = await run.openArchive();
    const context = await questionContext(run, store.read);
    if (isEverywhere) {
      const answer = await errorsEverywhere.run(
        context,
        inputOf(errorsEverywhere, words, run, { input, limits: { json: 200 } }),
      );
      return await run.answer(answer, () => renderErrorsEverywhere(answer, run));
    }
    const answer = await errors.run(context, inputOf(errors, words, run, { input, limits: { json: everything } }));
    return await run.answer(answer, () => renderErrors(answer, run));
  },
};
