// npm run eval:resume: sessions cut in the middle: does a pack name what their rest went back to?
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readLabels } from '../labels.ts';
import { writePart } from '../quality-file.ts';
import { corpusTranscripts, cutsOf, labelledTranscripts, type Cut } from './cuts.ts';
import { fitFiles } from './fit.ts';
import { asMarkdown, lineOf, type Measured } from './report.ts';
import { sampleOf, scoreAt } from './samples.ts';

const help = `npm run eval:resume -- [options]

Cuts sessions at 40, 60 and 80 % of their lines, makes a pack of what was there by then, and compares it with what their rest went back
to. Each repository is scored with weights that were fitted without it, and once with those that come with stemma. Writes docs/quality.md.

  --labels DIR     folder with gold/, sessions/ and REPOSITORIES.tsv (../shared/eval)
  --corpus DIR     more Claude Code transcripts to fit on and score, a folder for each repository (STEMMA_CORPUS/claude)
  --budgets N,N    (300,1000)
  --fit            fit the weights of files and write them to src/ask/resume/files/file-weights.json
  --no-write       leave docs/quality.md as it is
`;

const root = resolve(import.meta.dirname, '..', '..');
const log = (text: string): void => void process.stderr.write(`${text}\n`);
const { values } = parseArgs({
  allowNegative: true,
  options: {
    labels: { type: 'string', default: join(root, '..', 'shared', 'eval') },
    corpus: {
      type: 'string',
      default: process.env['STEMMA_CORPUS'] === undefined ? '' : join(process.env['STEMMA_CORPUS'], 'claude'),
    },
    budgets: { type: 'string', default: '300,1000' },
    fit: { type: 'boolean', default: false },
    write: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(help);
else if (!existsSync(join(values.labels, 'sessions'))) {
  log(`There are no sessions in ${values.labels}. Name a folder of them with --labels DIR.`);
  process.exitCode = 2;
} else await run();

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-eval-resume-'));
  try {
    const sessions = join(values.labels, 'sessions');
    const labelled = labelledTranscripts(
      sessions,
      readLabels(join(values.labels, 'gold'), sessions, join(values.labels, 'REPOSITORIES.tsv')),
    );
    // A session that is labelled is not scored a second time.
    const others =
      values.corpus === ''
        ? []
        : corpusTranscripts(values.corpus).filter(({ name }) => !labelled.some((other) => name.startsWith(other.name)));
    const cuts = {
      labelled: await Array.fromAsync(cutsOf(labelled, folder)),
      others: await Array.fromAsync(cutsOf(others, folder)),
    };
    log(`${cuts.labelled.length} cuts of labelled sessions, ${cuts.others.length} of others`);
    const samples = await Promise.all([...cuts.labelled, ...cuts.others].map(sampleOf));
    if (values.fit) return writeFit(samples);

    const measured: Measured[] = [];
    const repositories = Map.groupBy([...cuts.labelled, ...cuts.others], ({ repository }) => repository);
    for (const [repository, own] of repositories) {
      const weights = fitFiles(samples.filter((sample) => sample.repository !== repository));
      for (const cut of own)
        for (const budget of values.budgets.split(',').map(Number)) measured.push(await measure(cut, budget, weights));
    }
    const text = asMarkdown(measured);
    process.stdout.write(`${lineOf(measured).join('\n')}\n`);
    if (!values.write) return;
    writePart(join(root, 'docs', 'quality.md'), 'resume', text);
    log('Written: docs/quality.md');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  async function measure(cut: Cut, budget: number, weights: ReturnType<typeof fitFiles>): Promise<Measured> {
    return {
      repository: cut.repository,
      isLabelled: existsSync(join(values.labels, 'sessions', `${cut.name}.jsonl`)),
      budget,
      seen: await scoreAt(cut, budget),
      unseen: await scoreAt(cut, budget, weights),
    };
  }

  function writeFit(samples: Parameters<typeof fitFiles>[0]): void {
    const file = join(root, 'src', 'ask', 'resume', 'files', 'file-weights.json');
    writeFileSync(file, `${JSON.stringify(fitFiles(samples), null, 1)}\n`);
    log(`Fitted on ${samples.length} cuts of ${new Set(samples.map(({ name }) => name)).size} sessions: ${file}`);
  }
}
