import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Stemma } from '../src/index.ts';
import { answersOf } from './answers.ts';
import { withArchive } from './archive.ts';
import { readLabels, type Labelled } from './labels.ts';
import { answerFiles, writeQuestions } from './questions.ts';
import { rowsOf } from './report.ts';
import { score, type Scored } from './score.ts';

const help = `node eval/judge.ts --labels DIR --print OUT | --read OUT

Measures \`stemma judge\` on labelled sessions. --print writes the questions of each session to OUT/<session>/question-N.md;
nothing of the labels is in them. Whoever plays the model writes its answers beside them, as answer-N.json. --read keeps
the answers through \`stemma judge --read\` in an archive of its own and scores what is judged there.

  --labels DIR    folder with gold/, sessions/ and REPOSITORIES.tsv
  --only NAMES    only these sessions, with commas between
  --budget N      tokens of one question (60000)
`;

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: join(root, '..', 'shared', 'eval') },
    only: { type: 'string' },
    budget: { type: 'string', default: '60000' },
    print: { type: 'string' },
    read: { type: 'string' },
  },
});

const by = join(values.labels, 'REPOSITORIES.tsv');
const wanted = values.only?.split(',');
const labels = readLabels(
  join(values.labels, 'gold'),
  join(values.labels, 'sessions'),
  existsSync(by) ? by : undefined,
).filter(({ name, file }) => file !== '' && (wanted?.includes(name) ?? true));

if (values.print !== undefined) await print(values.print);
else if (values.read !== undefined) await read(values.read);
else {
  process.stderr.write(help);
  process.exitCode = 2;
}

async function print(out: string): Promise<void> {
  for (const labelled of labels) {
    await withArchive([labelled.file], async (stemma) => {
      const folder = join(out, labelled.name);
      const { windows, tokens } = await stemma.judgePlan(await mainSession(stemma, labelled), {
        budget: Number(values.budget),
      });
      writeQuestions(folder, windows);
      process.stdout.write(`${folder}: ${windows.length} windows, ${tokens} tokens\n`);
    });
  }
}

async function read(from: string): Promise<void> {
  const scored: Scored[] = [];
  for (const labelled of labels) {
    const files = answerFiles(join(from, labelled.name));
    if (files.length === 0) continue;
    await withArchive([labelled.file], async (stemma, home) => {
      const uid = await mainSession(stemma, labelled);
      const kept = judgeRead(home, uid, files);
      if (kept === undefined) return;
      const one = score(labelled, await answersOf(stemma, 'judged'));
      scored.push(one);
      process.stdout.write(`${labelled.name}: ${kept}\n${line(one)}\n`);
    });
  }
  for (const row of rowsOf(scored).slice(0, 1)) process.stdout.write(`all ${JSON.stringify(row)}\n`);
}

/** The session most labelled calls are in: sub-agents are sessions of their own. */
async function mainSession(stemma: Stemma, { targets }: Labelled): Promise<string> {
  let best = { uid: '', calls: -1 };
  for (const { uid } of (await stemma.sessions({ limit: 1_000 })).sessions) {
    const { steps } = await stemma.graph(uid, { limit: 100_000 });
    const calls = steps.filter(({ native_id }) => native_id !== null && targets.has(native_id)).length;
    if (calls > best.calls) best = { uid, calls };
  }
  return best.uid;
}

/** What the command says it kept; undefined when it refuses the answers. */
function judgeRead(home: string, uid: string, files: readonly string[]): string | undefined {
  const argv = [
    join(root, 'src', 'main.ts'),
    'judge',
    uid,
    '--model',
    'reader',
    ...files.flatMap((file) => ['--read', file]),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...argv, '--json'], {
    env: { ...process.env, STEMMA_HOME: home },
    encoding: 'utf8',
  });
  if (status === 0) return stdout.trim();
  process.stdout.write(stderr);
  return undefined;
}

function line(scored: Scored): string {
  const [{ edges, stories }] = rowsOf([scored]) as [ReturnType<typeof rowsOf>[number]];
  const show = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
  return `  causes F1 ${show(edges.f1)} P ${show(edges.precision)} R ${show(edges.recall)} top1 ${show(edges.top1)} (${edges.targets} calls)  failures ${stories.errors}: seen ${show(stories.seen)} kind ${show(stories.kind)} fix F1 ${show(stories.fix_f1)} verified ${show(stories.verified)} culprit ${show(stories.culprit)} line ${show(stories.line)}`;
}
