// node eval/quiz/score.ts: how much of what somebody must know to continue is answered by each text, from the marks in
// eval/quiz/sets (build and build-2: used while packs were written; the others: marked afterwards, by two readers).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Marked {
  readonly marks: readonly number[];
  readonly misleading: number;
  readonly severe: number;
}
interface Quiz {
  readonly questions: readonly { readonly type: string }[];
  /** By text, one entry for each reader. */
  readonly marks: Readonly<Record<string, readonly Marked[]>>;
}

for (const set of ['build', 'judge', 'judge-2', 'build-2', 'judge-3']) {
  const quizzes = globSync(join(import.meta.dirname, 'sets', set, '*.json')).map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Quiz,
  );
  process.stdout.write(`## ${set}: ${quizzes.length} sessions\n`);
  for (const text of Object.keys(quizzes[0]!.marks)) {
    const all = quizzes.flatMap(({ marks, questions }) =>
      marks[text]!.flatMap(({ marks: own }) => own.map((mark, at) => ({ mark, type: typeOf(questions[at]!) }))),
    );
    const readers = quizzes[0]!.marks[text]!.length;
    const sum = (what: 'misleading' | 'severe'): number =>
      quizzes.flatMap(({ marks }) => marks[text]!).reduce((total, each) => total + each[what], 0) / readers;
    const types = [...Map.groupBy(all, ({ type }) => type)].map(([type, own]) => `${type} ${mean(own)}`);
    process.stdout.write(
      `${text.padEnd(10)} ${mean(all)}  misleading ${sum('misleading')}, severe ${sum('severe')}  (${types.join(', ')})\n`,
    );
  }
}

/** Some questions say behind their type that the session has none of another. */
function typeOf({ type }: { readonly type: string }): string {
  return type.split(' ', 1)[0]!;
}

function mean(all: readonly { readonly mark: number }[]): string {
  return (all.reduce((sum, { mark }) => sum + mark, 0) / all.length).toFixed(2);
}
