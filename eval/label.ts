import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../bench/generate/random.ts';
import { droppedText, readAnswers } from '../src/ask/judge/read-answers.ts';
import { findInArchive, type ArchivedSession } from './labelling/archived-session.ts';
import { draw, type Drawn } from './labelling/draw.ts';
import { writeGold } from './labelling/gold-files.ts';
import { labelsFrom, type KeptLabels } from './labelling/kept-labels.ts';
import { ReadBefore } from './labelling/read-before.ts';
import { answerFiles, writeQuestions } from './questions.ts';

const help = `STEMMA_CORPUS=DIR node eval/label.ts --draw N --print OUT | --read OUT --gold DIR | --from SET --gold DIR

Labels sessions of a corpus that nobody has read yet. --draw takes sessions in turn from every agent and repository
(DIR/<agent>/<owner>__<name>/FILE) and writes OUT/<name>/question-N.md for a reader, who writes answer-N.json beside
it. --read checks the answers and writes labels as \`npm run eval -- --labels DIR\` reads them. --from makes the same
of labels that were kept.

  --draw N        so many sessions, each with three possible failures at least
  --seed S        which ones (1)
  --budget N      tokens of the question about one session (45000); of a longer session, a part is read
  --without DIR   sessions not to draw (../shared/eval/sessions)
  --gold DIR      an empty folder; gold/, sessions/ and REPOSITORIES.tsv are written there
  --keep SET      with --read: keep the labels there, without any text of a session (eval/labels/<set>)
  --only NAMES    with --read or --from: only these sessions, with commas between
`;

/** What is known about a drawn session besides its question. */
type SessionFile = Omit<Drawn, 'name' | 'window'> & { readonly read: readonly [string, string] };

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    draw: { type: 'string' },
    print: { type: 'string' },
    seed: { type: 'string', default: '1' },
    budget: { type: 'string', default: '45000' },
    without: { type: 'string', default: join(root, '..', 'shared', 'eval', 'sessions') },
    read: { type: 'string' },
    from: { type: 'string' },
    gold: { type: 'string' },
    keep: { type: 'string' },
    only: { type: 'string' },
  },
});
const corpus = process.env['STEMMA_CORPUS'];
const isWanted = (name: string): boolean => values.only?.split(',').includes(name) ?? true;

if (corpus === undefined) fail('Name the folder of the corpus in STEMMA_CORPUS.\n');
else if (values.draw !== undefined && values.print !== undefined) await print(corpus, values.print);
else if (values.read !== undefined && values.gold !== undefined) await read(corpus, values.read, values.gold);
else if (values.from !== undefined && values.gold !== undefined) await again(corpus, values.from, values.gold);
else fail(help);

async function print(corpus: string, out: string): Promise<void> {
  if (!isEmpty(out)) return fail(`${out} is not empty.\n`);
  const before = await ReadBefore.of(
    existsSync(values.without) ? readdirSync(values.without).map((file) => join(values.without, file)) : [],
  );
  const drawn = await draw(corpus, {
    count: Number(values.draw),
    budget: Number(values.budget),
    random: new Random(Number(values.seed)),
    before,
  });
  for (const { name, window, ...about } of drawn) {
    writeQuestions(join(out, name), [window]);
    const { from, to } = window.calls;
    writeJson(join(out, name, 'session.json'), {
      ...about,
      read: [about.steps[from]!, about.steps[to]!],
    } satisfies SessionFile);
    process.stdout.write(`${name}: ${from} to ${to}, ${window.tokens} tokens\n`);
  }
}

async function read(corpus: string, from: string, gold: string): Promise<void> {
  if (!isEmpty(gold)) return fail(`${gold} is not empty.\n`);
  for (const name of readdirSync(from).filter(isWanted)) {
    const { file, uid, agent, repository, read } = readJson<SessionFile>(join(from, name, 'session.json'));
    const answers = answerFiles(join(from, name)).map((path) => readFileSync(path, 'utf8'));
    if (answers.length === 0) {
      fail(`${name}: not answered\n`);
      continue;
    }
    await inCorpus(corpus, file, uid, async (archived) => {
      const answer = await readAnswers(archived.read, archived.session.uid, answers).catch((error: Error) =>
        fail(`${name}: ${error.message}\n`),
      );
      if (!answer) return;
      const about = { agent, repository, session: uid, file, read };
      const { labels, quoted } = labelsFrom(answer, archived, about);
      writeGold(gold, name, { labels, quoted, archived, path: join(corpus, file) });
      if (values.keep !== undefined) {
        mkdirSync(values.keep, { recursive: true });
        writeJson(join(values.keep, `${name}.json`), labels);
      }
      process.stdout.write(`${name}: ${counts(labels)}; left out ${droppedText(answer.dropped)}\n`);
    });
  }
}

async function again(corpus: string, from: string, gold: string): Promise<void> {
  if (!isEmpty(gold)) return fail(`${gold} is not empty.\n`);
  for (const path of readdirSync(from).filter((each) => each.endsWith('.json'))) {
    const name = basename(path, '.json');
    if (!isWanted(name)) continue;
    const labels = readJson<KeptLabels>(join(from, path));
    await inCorpus(corpus, labels.file, labels.session, async (archived) => {
      writeGold(gold, name, { labels, archived, path: join(corpus, labels.file) });
      process.stdout.write(`${name}: ${counts(labels)}\n`);
    });
  }
}

async function inCorpus(
  corpus: string,
  file: string,
  uid: string,
  work: (archived: ArchivedSession) => Promise<void>,
): Promise<void> {
  const found = await findInArchive([join(corpus, file)], async (archived) => {
    if (archived.session.uid !== uid) return undefined;
    await work(archived);
    return true;
  });
  if (found === undefined) fail(`There is no session ${uid} in ${file}.\n`);
}

function counts({ causes, errors }: KeptLabels): string {
  return `causes of ${Object.keys(causes).length} calls, ${Object.keys(errors).length} failures`;
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape;
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

function fail(why: string): void {
  process.stderr.write(why);
  process.exitCode = 2;
}
