import { StemmaError } from '../model/stemma-error.ts';
import type { Run } from './run.ts';

interface Asking {
  /** What would be affected, to show before asking. */
  readonly shown: string;
  readonly question: string;
  /** What is done: `forget`. */
  readonly verb: string;
}

/** Asks the person at the terminal to confirm. */
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
