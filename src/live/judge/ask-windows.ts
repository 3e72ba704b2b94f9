import type { JudgeWindow } from '../../ask/judge/windows.ts';
import type { AskOptions, Judge } from './judge.ts';

interface AskWindows extends AskOptions {
  /** Throws when an answer is not usable: a judge that answers nonsense is not asked again. */
  readonly check: (answer: string) => Promise<unknown>;
  readonly onAsk?: (window: JudgeWindow) => void;
  readonly onAnswer?: (window: JudgeWindow) => void;
}

/** Asks a judge about one window after another. */
export async function askWindows(
  judge: Judge,
  windows: readonly JudgeWindow[],
  { check, onAsk, onAnswer, ...options }: AskWindows,
): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const window of windows) {
    onAsk?.(window);
    const answer = await judge.ask(window.text, options);
    await check(answer);
    onAnswer?.(window);
    answers.push(answer);
  }
  return answers;
}
