import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ablation } from './ablation.ts';
import type { Calibration } from '../src/causal/calibration.ts';
import type { Answers } from './answers.ts';
import { bandsOf, calibrationError } from './calibration.ts';
import { casesOf, type Case } from './cases.ts';
import { ContainedSessions } from './contained-sessions.ts';
import { differences } from './differences.ts';
import { fit } from './fit.ts';
import { fitFixes, fixCasesOf, storiesLeftOut, storiesOf } from './fixes.ts';
import { readLabels, type Labelled } from './labels.ts';
import { scoreUnder } from './leave-out.ts';
import { writePart } from './quality-file.ts';
import { asMarkdown, rowsOf, type Row } from './report.ts';
import { score, type Scored } from './score.ts';

const help = `npm run eval -- [options]

Scores causes and error stories against labels made by hand, each repository with a fit that never saw it, and writes
docs/quality.md.

  --labels DIR     folder with gold/, sessions/ and REPOSITORIES.tsv (../shared/eval); several may be named
  --gold DIR, --sessions DIR, --by FILE   each by itself
  --fresh REPO,…   repositories to score together as well, by one fit on all others
  --fit            fit the weights of causes and write them to src/causal/calibration.json
  --fit-fixes      fit the weights of fixes and write them to src/memory/errors/fixes/fix-weights.json
  --unread DIR     labels of sessions that nobody has read: scored once under the shipped weights, only as totals
  --without REPO   with --fit: leave a repository out
  --out FILE       write the weights, or the report, there instead
  --failures       only failures: print what differs from the labels, the figures under the shipped weights, and those
                   with each repository left out
  --shipped        causes and failures under the shipped weights: nothing is fitted and nothing written
  --json           print the figures as JSON and write nothing
`;

const root = resolve(import.meta.dirname, '..');
const log = (text: string): void => void process.stderr.write(`${text}\n`);
const values = options();

if (!values) process.exitCode = 2;
else if (values.help) process.stdout.write(help);
else await run(values);

type Options = NonNullable<ReturnType<typeof options>>;

function options() {
  try {
    return parseArgs({
      options: {
        labels: { type: 'string', multiple: true, default: [join(root, '..', 'shared', 'eval')] },
        gold: { type: 'string' },
        sessions: { type: 'string' },
        by: { type: 'string' },
        fresh: { type: 'string', default: '' },
        unread: { type: 'string' },
        fit: { type: 'boolean', default: false },
        'fit-fixes': { type: 'boolean', default: false },
        without: { type: 'string' },
        out: { type: 'string' },
        failures: { type: 'boolean', default: false },
        shipped: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    log(`${(error as Error).message}\n\n${help}`);
    return undefined;
  }
}

async function run(values: Options): Promise<void> {
  const found = values.labels.map((folder) => labelsIn(folder, values));
  const unread = values.unread === undefined ? [] : labelsIn(values.unread, {});
  if (unread === undefined || found.some((each) => each === undefined)) return;
  const lost = [...found.flatMap((each) => each ?? []), ...unread]
    .filter(({ file }) => file === '')
    .map(({ name }) => name);
  if (lost.length > 0) {
    log(`There are labels but no session for ${lost.join(', ')}. Sessions are looked for with --sessions DIR.`);
    process.exitCode = 2;
    return;
  }
  using contained = new ContainedSessions();
  const unpack = (some: readonly Labelled[]): Promise<Labelled[]> =>
    Promise.all(some.map((labelled) => contained.unpack(labelled)));
  const labels = await unpack(found.flatMap((each) => each ?? []));
  if (values.fit) writeFit(labels, values);
  else if (values['fit-fixes']) writeFixWeights(labels, values);
  else if (values.failures) failures(labels, values);
  else if (values.shipped) await shipped(labels, values);
  else await evaluate(labels, await unpack(unread), values);
}

/** The labels of a folder; undefined, and said so, when it has none. */
function labelsIn(
  folder: string,
  { gold = join(folder, 'gold'), sessions = join(folder, 'sessions'), by = join(folder, 'REPOSITORIES.tsv') },
): readonly Labelled[] | undefined {
  if (existsSync(gold)) return readLabels(gold, sessions, existsSync(by) ? by : undefined);
  log(`There are no labels in ${gold}. Name a folder of them with --labels DIR.`);
  process.exitCode = 2;
  return undefined;
}

function writeFit(labels: readonly Labelled[], values: Options): void {
  const { without = null } = values;
  if (without !== null && !labels.some(({ repository }) => repository === without)) {
    log(
      `No labelled session is of ${without}. There are: ${[...new Set(labels.map(({ repository }) => repository))].join(', ')}`,
    );
    process.exitCode = 2;
    return;
  }
  const calibration = fit(labels.filter(({ repository }) => repository !== without).flatMap(casesOf), without);
  const file = values.out ?? join(root, 'src', 'causal', 'calibration.json');
  writeFileSync(file, asText(calibration));
  log(`Fitted on ${calibration.fitted.calls} calls of ${calibration.fitted.sessions} sessions: ${file}`);
}

function writeFixWeights(labels: readonly Labelled[], values: Options): void {
  const weights = fitFixes(labels.flatMap(fixCasesOf));
  const file = values.out ?? join(root, 'src', 'memory', 'errors', 'fixes', 'fix-weights.json');
  writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);
  log(`Fitted on ${weights.fitted.failures} failures of ${weights.fitted.sessions} sessions: ${file}`);
}

/** For work on failures and their fixes: nothing is written, and no archive is needed. */
function failures(labels: readonly Labelled[], { json }: Options): void {
  const scoreOf = (labelled: Labelled, errors: Answers['errors']): Scored =>
    score(labelled, { causes: new Map(), errors });
  const shipped = labels.map((labelled) => {
    const errors = storiesOf(labelled);
    if (!json) process.stdout.write(differences(labelled, errors));
    return scoreOf(labelled, errors);
  });
  const leftOut = [...storiesLeftOut(labels)].map(([labelled, errors]) => scoreOf(labelled, errors));
  if (json) process.stdout.write(`${JSON.stringify({ shipped: rowsOf(shipped), left_out: rowsOf(leftOut) })}\n`);
  else
    for (const [name, scored] of Object.entries({ 'under the shipped weights': shipped, 'left out': leftOut })) {
      process.stdout.write(`${name}\n`);
      for (const row of rowsOf(scored)) process.stdout.write(`${storyLine(row)}\n`);
    }
}

/** For sessions the weights never saw: they are scored as they are. */
async function shipped(labels: readonly Labelled[], { json }: Options): Promise<void> {
  const scored = await scoreUnder(undefined, labels);
  const error = calibrationError(bandsOf(scored));
  if (json) process.stdout.write(`${JSON.stringify({ rows: rowsOf(scored), calibration_error: error })}\n`);
  else {
    for (const row of rowsOf(scored)) process.stdout.write(`${line(row)}\n`);
    process.stdout.write(`expected calibration error ${error.toFixed(3)}\n`);
  }
}

/** One line per signal and per tree, for a person who compares two of them. */
function asText({ fitted, base, signals, columns, trees }: Calibration): string {
  const lines = (values: readonly unknown[]): string => values.map((value) => `  ${JSON.stringify(value)}`).join(',\n');
  const named = Object.entries(signals).map(
    ([name, weights]) => `  ${JSON.stringify(name)}: ${JSON.stringify(weights)}`,
  );
  return `{
 "fitted": ${JSON.stringify(fitted)},
 "base": ${JSON.stringify(base)},
 "signals": {\n${named.join(',\n')}\n },
 "columns": ${JSON.stringify(columns)},
 "trees": [${trees.length > 0 ? `\n${lines(trees)}\n ` : ''}]
}\n`;
}

async function evaluate(labels: readonly Labelled[], unread: readonly Labelled[], values: Options): Promise<void> {
  const cases = labels.flatMap(casesOf);
  const unseen: Scored[] = [];
  const stories = storiesLeftOut(labels);
  for (const [repository, own] of Map.groupBy(labels, (labelled) => labelled.repository)) {
    log(`${repository}: fitting without it`);
    const calibration = fit(
      cases.filter(({ labelled }) => labelled.repository !== repository),
      repository,
    );
    unseen.push(...(await scoreUnder(calibration, own, { stories, onSession: (name) => log(`  ${name}`) })));
  }
  const fresh = await scoreFresh(labels, cases, values.fresh.split(',').filter(Boolean));
  log('under the shipped calibration');
  const seen = await scoreUnder(undefined, labels);
  const once = await scoreUnder(undefined, unread);
  if (values.json) {
    process.stdout.write(
      `${JSON.stringify({ unseen: rowsOf(unseen), calibration_error: calibrationError(bandsOf(unseen)), bands: bandsOf(unseen), fresh: rowsOf(fresh), seen: rowsOf(seen), unread: rowsOf(once).slice(0, 1) })}\n`,
    );
    return;
  }
  for (const row of rowsOf(unseen)) process.stdout.write(`${line(row)}\n`);
  process.stdout.write(`expected calibration error ${calibrationError(bandsOf(unseen)).toFixed(3)}\n`);
  if (fresh.length > 0) process.stdout.write(`fresh\n${line(rowsOf(fresh)[0]!)}\n`);
  process.stdout.write(`in-sample\n${line(rowsOf(seen)[0]!)}\n`);
  if (once.length > 0) process.stdout.write(`unread\n${line(rowsOf(once)[0]!)}\n`);
  const worth: { rule: string | null; edges: Row['edges'] }[] = [];
  for (const each of ablation(cases)) {
    process.stdout.write(`without ${(each.rule ?? 'nothing').padEnd(18)} F1 ${each.edges.f1.toFixed(3)}\n`);
    worth.push(each);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const file = values.out ?? join(root, 'docs', 'quality.md');
  writePart(file, 'labels', asMarkdown({ version, unseen, seen, fresh, unread: once, ablation: worth }));
  log(`Written: ${file}`);
}

/** Some repositories by one fit that saw none of them. */
async function scoreFresh(
  labels: readonly Labelled[],
  cases: readonly Case[],
  repositories: readonly string[],
): Promise<readonly Scored[]> {
  if (repositories.length === 0) return [];
  const isFresh = ({ repository }: Labelled): boolean => repositories.includes(repository);
  log(`${repositories.join(', ')}: fitting without all of them`);
  const calibration = fit(
    cases.filter(({ labelled }) => !isFresh(labelled)),
    repositories.join(', '),
  );
  return scoreUnder(calibration, labels.filter(isFresh));
}

function line({ name, edges, stories }: Row): string {
  return `${name.padEnd(42)} F1 ${show(edges.f1)}  P ${show(edges.precision)}  R ${show(edges.recall)}  top1 ${show(edges.top1)}  fan-in ${show(edges.fan_in)}  | ${storiesLine(stories)}`;
}

function storyLine({ name, stories }: Row): string {
  return `${name.padEnd(42)} ${storiesLine(stories)}`;
}

function storiesLine(stories: Row['stories']): string {
  return `errors ${stories.errors}: seen ${show(stories.seen)}  kind ${show(stories.kind)}  line ${show(stories.line)}  fix ${show(stories.fix_f1)} (P ${show(stories.fix_precision)} R ${show(stories.fix_recall)})  verified ${show(stories.verified)}  culprit ${show(stories.culprit)}  reported ${show(stories.precision)}`;
}

function show(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}
