import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StemmaError } from '../../../model/stemma-error.ts';
import { openNewFile } from '../../new-file.ts';
import { shortUid } from '../../render/names.ts';
import type { Run } from '../../run.ts';
import { number, plural } from '../../text/amount.ts';
import { planOf, type JudgedSession } from './plan-of.ts';

/** Prints the question, or writes a file for each window. */
export async function printRun(
  run: Run,
  { folder, ...about }: JudgedSession & { readonly folder: string | undefined },
): Promise<void> {
  const plan = await planOf(run, about);
  const { windows, tokens, session } = plan;
  if (folder === undefined) {
    if (run.settings.json) return await run.answer(plan, () => '');
    if (windows.length === 1) return await run.print(windows[0]!.text);
    throw new StemmaError('bad-argument', `${session.uid} needs ${windows.length} questions.`, {
      hint: 'Write them into a folder with --to FOLDER, or allow longer ones with --budget.',
    });
  }
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const { number: window, text } of windows) {
    const path = join(folder, `question-${window}.md`);
    await using file = await openNewFile(path);
    await file.write(text);
    files.push(path);
  }
  const answers = files.map((_, at) => `--read answer-${at + 1}.json`).join(' ');
  await run.answer({ session: session.uid, tokens, files }, () =>
    [
      ...files,
      `${plural(files.length, 'question')}, ${number(tokens)} tokens. Keep the answers with`,
      `  stemma judge ${shortUid(session.uid)} ${answers} --model NAME`,
      '',
    ].join('\n'),
  );
}
