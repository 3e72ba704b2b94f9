import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { DetectedBy } from '../src/model/words.ts';
import { traitsOf, type CallTraits } from '../src/normalise/failures/call-traits.ts';
import { failingTerms } from '../src/normalise/failures/failing-terms.ts';
import { readOutput } from '../src/normalise/failures/output.ts';
import { createNormaliser } from '../src/normalise/normaliser.ts';
import { plain } from '../src/normalise/text/one-line.ts';
import { twoEnds } from '../src/normalise/text/two-ends.ts';
import { sources } from '../src/sources/all-sources.ts';
import { peekAt, recordsOf } from '../src/sources/fixtures.ts';
import { StepNames } from './answers.ts';
import { ContainedSessions } from './contained-sessions.ts';
import { readLabels, type Labelled } from './labels.ts';
import { minimise } from './minimise.ts';

/**
 * Whether a learned detector would find failures that the layers miss: a logistic regression over what is known when a
 * call ends, fitted with each repository left out. It does not (docs/decisions/039); with many more labels it may.
 *
 * Usage: node eval/detector.ts --labels DIR [--labels DIR]
 */
const { values } = parseArgs({ options: { labels: { type: 'string', multiple: true, default: [] } } });

interface Case {
  readonly repository: string;
  readonly features: Float64Array;
  readonly isFailure: boolean;
  readonly detectedBy: DetectedBy | null;
}

const acts = ['read', 'search', 'edit', 'check', 'vcs', 'shell', 'web', 'agent', 'other'] as const;
/** Each is asked of the first and of the last lines. */
const families: readonly RegExp[] = [
  /^(?:error|fatal|usage)\b/im,
  /\berror\b/i,
  /\bfail(?:ed|ure|s)?\b/i,
  /\bexception\b|Traceback/,
  /\bnot (?:found|exist|recognized|allowed|supported)\b/i,
  /\b(?:cannot|could not|unable|can't)\b/i,
  /\b(?:denied|refused|rejected|forbidden|unauthorized)\b/i,
  /\btimed? ?out\b/i,
  /\b(?:invalid|unknown|unexpected|missing)\b/i,
  /\bwarn(?:ing)?\b/i,
  /[❌✗✖×⚠]/u,
  /[✅✓✔]|\bsuccess(?:ful|fully)?\b|\bpass(?:ed)?\b|\bok\b/i,
  /\b(?:stopped|aborted|cancelled|killed|crashed)\b/i,
  /\b0 (?:errors?|failed|failures)\b/i,
  /\bexit(?:ed)?\b.{0,20}[1-9]/i,
];
const readsText: ReadonlySet<DetectedBy> = new Set([
  'printed exit code',
  'tool message',
  'error record',
  'reply',
  'error message',
]);
/** Keeps weights small. */
const ridge = 1;

using contained = new ContainedSessions();
const labels = values.labels.flatMap((folder) =>
  readLabels(`${folder}/gold`, `${folder}/sessions`, `${folder}/REPOSITORIES.tsv`),
);
const cases = (await Promise.all(labels.map((labelled) => contained.unpack(labelled)))).flatMap(casesOf);
const missed = cases.filter(({ isFailure, detectedBy }) => isFailure && detectedBy === null).length;
process.stdout.write(
  `${cases.length} calls, ${cases.filter(({ isFailure }) => isFailure).length} failures, ${missed} that no layer found\n`,
);
// As if the layers that read text had never been written: what would it find of what they find?
report(
  'without the layers that read text',
  cases
    .map((each) => (readsText.has(each.detectedBy!) ? { ...each, detectedBy: null } : each))
    .filter(({ detectedBy }) => detectedBy === null),
);
report(
  'calls that no layer decided',
  cases.filter(({ detectedBy }) => detectedBy === null),
);

function report(name: string, some: readonly Case[]): void {
  const scored = [...Map.groupBy(some, ({ repository }) => repository)].flatMap(([repository, own]) => {
    const weights = fit(some.filter((each) => each.repository !== repository));
    return own.map((each) => ({ ...each, chance: chanceOf(weights, each.features) }));
  });
  process.stdout.write(`${name}, each repository left out\n`);
  for (const threshold of [0.3, 0.5, 0.7, 0.9, 0.97]) {
    const found = scored.filter(({ chance }) => chance >= threshold);
    const right = found.filter(({ isFailure }) => isFailure).length;
    const added = found.filter(({ detectedBy }) => detectedBy === null);
    process.stdout.write(
      `  from ${threshold}: recall ${share(right, scored.filter(({ isFailure }) => isFailure).length)}, precision ${share(right, found.length)}; ` +
        `beyond the layers ${added.length}, of them ${added.filter(({ isFailure }) => isFailure).length} failures\n`,
    );
  }
}

function share(part: number, all: number): string {
  return all === 0 ? '–' : (part / all).toFixed(3);
}

function fit(some: readonly Case[]): Float64Array {
  const size = some[0]!.features.length;
  return minimise(
    size,
    (at, gradient) => {
      let loss = 0;
      for (const { features, isFailure } of some) {
        const chance = chanceOf(at, features);
        const target = isFailure ? 1 : 0;
        loss -= Math.log(Math.max(1e-12, isFailure ? chance : 1 - chance));
        for (let index = 0; index < size; index++) gradient[index]! += (chance - target) * features[index]!;
      }
      for (let index = 1; index < size; index++) {
        loss += (ridge / 2) * at[index]! ** 2;
        gradient[index]! += ridge * at[index]!;
      }
      return loss;
    },
    120,
  );
}

function chanceOf(weights: Float64Array, features: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) sum += weights[index]! * features[index]!;
  return 1 / (1 + Math.exp(-sum));
}

function casesOf(labelled: Labelled): readonly Case[] {
  const text = readFileSync(labelled.file, 'utf8');
  const peek = peekAt(labelled.file, text.endsWith('\n') ? text : `${text}\n`);
  const source = sources.find((each) => each.matches(peek))!;
  const reader = source.reader(source.identify(peek));
  const normaliser = createNormaliser();
  const names = new StepNames();
  const calls = new Map<string, CallTraits>();
  const found: Case[] = [];
  for (const [index, record] of recordsOf(source, peek, text).entries()) {
    if (record.text.trim() === '') continue;
    for (const draft of reader.line({ ...record, number: index + 1 }).drafts ?? []) {
      const { what } = draft;
      if (what.is !== 'result') names.add(draft.key, draft.native ?? `line:${index + 1}`);
      const event = normaliser.event(draft);
      if (event.call) calls.set(draft.key, traitsOf(event.call));
      if (what.is !== 'result' || what.status === 'running') continue;
      const id = names.of(what.call);
      const call = calls.get(what.call);
      if (id === null || !call || !labelled.read.has(id)) continue;
      const output = readOutput(what.output);
      found.push({
        repository: labelled.repository,
        isFailure: labelled.errors.has(id),
        // An answer such as a search without a match is reported too, as benign.
        detectedBy: event.result!.detectedBy ?? (event.result!.ended === 'answered' ? 'exit code' : null),
        features: featuresOf(
          call,
          output.body,
          what.status,
          readsText.has(event.result!.detectedBy!) ? null : event.result!.detectedBy,
        ),
      });
    }
  }
  return found;
}

function featuresOf(
  call: CallTraits,
  body: string,
  status: string | undefined,
  detectedBy: DetectedBy | null,
): Float64Array {
  const text = plain(twoEnds(body, 4000));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [head, tail] = [lines.slice(0, 5).join('\n'), lines.slice(-5).join('\n')];
  const { act, showing } = call;
  return Float64Array.from([
    1,
    ...acts.map((each) => Number(act === each)),
    Number(call.masked),
    Number(call.programs === null),
    Number(showing === 'all'),
    Number(showing === 'part'),
    Number(call.hasFallback),
    Number(status === undefined),
    Number(detectedBy !== null),
    Math.log1p(lines.length) / 5,
    Number(body.trim() === ''),
    Number(lines.length <= 3),
    ...families.flatMap((family) => [Number(family.test(head)), Number(family.test(tail))]),
    Math.log1p(lines.filter((line) => failingTerms.test(line)).length) / 3,
    lines.filter((line) => failingTerms.test(line)).length / Math.max(1, lines.length),
  ]);
}
