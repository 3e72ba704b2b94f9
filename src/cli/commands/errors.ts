import { findSession } from '../../ask/find-session.ts';
import { errorKinds } from '../../model/words.ts';
import type { Session } from '../../model/session.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { defineCommand } from '../command.ts';
import type { Run } from '../run.ts';
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
    const sources = await run.app.sources();
    const { json } = run.settings;
    if (json && limit === undefined && only === undefined) return await streamErrors(run, store.read, session, sources);
    const kinds = only ? [only] : json ? errorKinds : errorKinds.filter((each) => each !== 'benign');
    const answer = await errors(store.read, session, { sources, kinds, limit: limit ?? (json ? Number.POSITIVE_INFINITY : 20) });
    return await run.answer(answer, () => renderErrors(answer, run));
  },
});

/** One JSON object, written as it is read: a session may have more failures than fit in memory. */
async function streamErrors(run: Run, read: StoreReader, session: Session, sources: readonly Source[]): Promise<void> {
  const { errorStories } = await import('../../ask/errors.ts');
  let piece = `{"session":${JSON.stringify(session)},"errors":[`;
  let total = 0;
  const kinds = Object.fromEntries(errorKinds.map((kind) => [kind, 0]));
  for await (const error of errorStories(read, session, sources)) {
    piece += (total === 0 ? '' : ',') + JSON.stringify(error);
    total += 1;
    kinds[error.kind]! += 1;
    if (piece.length < 65_536) continue;
    await run.print(piece);
    piece = '';
  }
  await run.print(`${piece}],"kinds":${JSON.stringify(kinds)},"total":${total},"truncated":false}\n`);
}
