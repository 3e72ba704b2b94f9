import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeWindow } from '../src/ask/judge/windows.ts';

/** Writes `question-N.md`; whoever answers writes `answer-N.json` beside it. */
export function writeQuestions(folder: string, windows: readonly Pick<JudgeWindow, 'number' | 'text'>[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { number, text } of windows) writeFileSync(join(folder, `question-${number}.md`), text);
}

/** The files of the answers, in their order. */
export function answerFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^answer-\d+\./.test(name))
    .toSorted((a, b) => Number.parseInt(a.slice(7), 10) - Number.parseInt(b.slice(7), 10))
    .map((name) => join(folder, name));
}
