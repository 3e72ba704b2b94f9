import { readFile } from 'node:fs/promises';
import { findSession } from '../../../ask/find/find-session.ts';
import type { Judged } from '../../../ask/judge/judged.ts';
import { recordJudgement } from '../../../entries/record-judgement.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import { renderJudged } from '../../render/causes/judged.ts';
import type { Run } from '../../run.ts';

interface ReadRequest {
  readonly session: string | undefined;
  readonly files: readonly string[];
  readonly model: string | undefined;
}

/** Takes the answers from files. */
export async function readRun(run: Run, { session, files, model }: ReadRequest): Promise<void> {
  if (model === undefined)
    throw new StemmaError('bad-argument', '--read needs --model.', {
      hint: 'Name the model that answered, so that everybody sees whose judgement it is.',
    });
  const answers: string[] = [];
  for (const file of files) answers.push(file === '-' ? await inputOf(run) : await textOf(file));
  await keepAnswers(run, { session, answers, model });
}

/** Checks the answers of a judge, keeps them and shows what was kept. */
export async function keepAnswers(
  run: Run,
  {
    session,
    answers,
    model,
  }: { readonly session: string | undefined; readonly answers: readonly string[]; readonly model: string },
): Promise<void> {
  await using store = await run.openToWrite();
  const { uid } = await findSession(store.read, session);
  const judged: Judged = await recordJudgement.run(
    { store, clock: () => run.app.clock() },
    { session: uid, answers, model },
  );
  await run.answer(judged, () => renderJudged(judged, run));
}

async function inputOf({ app }: Run): Promise<string> {
  const text = await app.input?.();
  if (text !== undefined) return text;
  throw new StemmaError('bad-argument', 'There is nothing on standard input.', { hint: 'Pipe the answer into it.' });
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StemmaError('path-not-found', `The answer ${path} cannot be read (${code}).`, {
      hint: 'Give the file that holds what the model answered.',
      cause,
    });
  }
}
