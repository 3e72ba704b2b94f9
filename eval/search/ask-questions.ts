import { readFileSync } from 'node:fs';
import { openStemma } from '../../src/index.ts';
import { Ranks } from './ranks.ts';

/** Asks each line's question and looks for the session named in it. */
export async function askQuestions(path: string, archive: string, printsMisses: boolean): Promise<Ranks> {
  const ranks = new Ranks();
  await using stemma = await openStemma({ db: archive });
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [question, wanted] = line.split('\t');
    if (!question || !wanted) continue;
    const started = performance.now();
    const { sessions } = await stemma.search(question, { limit: 20 });
    const took = performance.now() - started;
    const rank = sessions.findIndex(({ session }) => session === wanted.trim()) + 1;
    ranks.add(rank, sessions.length === 0, took);
    if (printsMisses && rank !== 1) {
      const [first] = sessions;
      process.stdout.write(
        `${String(rank).padStart(2)}  ${question}\n      first: ${first?.title ?? 'nothing'} (${first?.matched.join(' ') ?? ''})\n`,
      );
    }
  }
  return ranks;
}
