import { StemmaError } from '../model/stemma-error.ts';
import type { Run } from './run.ts';

interface Asking {
  /** What it would take, for the person to look at. */
  readonly shown: string;
  readonly question: string;
  /** What is done: `forget`. */
  readonly verb: string;
}

/** Whether the person at the terminal says yes. */
export async function confirmed(run: Run, { shown, question: asked, verb }: Asking): Promise<boolean> {
  const { question } = run.app;
  if (!question || run.settings.json) {
    throw new StemmaError('bad-argument', 'There is no terminal to ask on.', {
      hint: `Give --yes to ${verb} without asking, --dry-run to see what it would take.`,
    });
  }
  run.say(shown);
  return /^y(es)?$/i.test((await question(`${asked} [y/N] `)).trim());
}
