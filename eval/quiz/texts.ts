// node eval/quiz/texts.ts QUIZZES OUT [--seed 1]: writes the texts that readers mark, for every cut session in QUIZZES:
// OUT/NN/A.txt … in an order drawn by lot, with the questions beside them. Which letter is what stands in OUT.key.json,
// which readers must not see.
import { cpSync, globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../bench/generate/random.ts';
import { renderDigest } from '../../src/cli/render/history/digest.ts';
import { noInk } from '../../src/cli/text/ink.ts';
import type { Stemma } from '../../src/index.ts';
import { withArchive } from '../archive.ts';
import { shuffled } from '../shuffled.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
const [quizzes, out] = positionals;
if (quizzes === undefined || out === undefined) throw new Error('Give a folder of quizzes, and one for the texts.');

const random = new Random(Number(values.seed));
const key: Record<string, Record<string, string>> = {};
for (const name of readdirSync(quizzes).toSorted()) {
  const folder = join(quizzes, name);
  const texts = await withArchive(globSync(join(folder, 'cut.*')), (stemma) => textsOf(stemma, folder));
  mkdirSync(join(out, name), { recursive: true });
  cpSync(join(folder, 'quiz.json'), join(out, name, 'quiz.json'));
  key[name] = {};
  for (const [at, [kind, text]] of shuffled(Object.entries(texts), random).entries()) {
    const letter = String.fromCodePoint(65 + at);
    writeFileSync(join(out, name, `${letter}.txt`), text);
    key[name][letter] = kind;
  }
}
writeFileSync(`${out}.key.json`, `${JSON.stringify(key, null, 1)}\n`);

async function textsOf(stemma: Stemma, folder: string): Promise<Readonly<Record<string, string>>> {
  const { sessions } = await stemma.sessions({ limit: 100 });
  const { uid } = sessions.toSorted((a, b) => b.events - a.events)[0]!;
  const transcript = readFileSync(join(folder, 'before.txt'), 'utf8').trimEnd();
  return {
    'pack 500': (await stemma.resume(uid, { budget: 500 })).text,
    'pack 1500': (await stemma.resume(uid, { budget: 1500 })).text,
    digest: renderDigest(await stemma.digest(uid), { ink: noInk, columns: 100, now: 0 }),
    'tail 500': transcript.slice(-2000),
    'tail 1500': transcript.slice(-6000),
  };
}
