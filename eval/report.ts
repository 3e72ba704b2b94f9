import { bandsOf, calibrationError } from './calibration.ts';
import type { EdgeSummary, Scored, StorySummary } from './score.ts';
import { edgeSummary, storySummary } from './score.ts';

export interface Report {
  readonly version: string;
  /** Each repository by a fit that never saw it. */
  readonly unseen: readonly Scored[];
  /** Under the calibration that is shipped, which saw them all. */
  readonly seen: readonly Scored[];
  readonly ablation: readonly { readonly rule: string | null; readonly edges: EdgeSummary }[];
}

export interface Row {
  readonly name: string;
  readonly edges: EdgeSummary;
  readonly stories: StorySummary;
}

export function rowsOf(scored: readonly Scored[]): readonly Row[] {
  const by = (kind: 'repository' | 'agent'): Row[] =>
    [...Map.groupBy(scored, ({ labelled }) => labelled[kind])]
      .map(([name, own]) => row(`${kind} ${name}`, own))
      .toSorted((a, b) => a.name.localeCompare(b.name));
  return [row('all', scored), ...by('agent'), ...by('repository')];
}

function row(name: string, scored: readonly Scored[]): Row {
  return { name, edges: edgeSummary(scored), stories: storySummary(scored) };
}

export function asMarkdown(report: Report): string {
  const { unseen, seen, ablation, version } = report;
  const sessions = unseen.length;
  const repositories = new Set(unseen.map(({ labelled }) => labelled.repository)).size;
  const calls = edgeSummary(unseen).targets;
  const bands = bandsOf(unseen).filter(({ count }) => count > 0);
  const whole = ablation.find(({ rule }) => rule === null)?.edges.f1 ?? 0;
  return `# Quality of answers

Written by \`npm run eval\` with stemma ${version}; do not edit. ${sessions} sessions of public projects were labelled by hand: the direct
causes of ${calls} calls in ${repositories} repositories, and the story of every error. Only causes with a confidence of 0.5 or more count.
Two people who labelled the same sessions agreed at F1 0.93; taking the step before as the cause scores 0.36.

## Causes, each repository by a fit that never saw it

The weights were fitted without the repository they are scored on. The rules themselves were written with all of them in sight, and signals
that did not help on repositories left out were dropped, so this is still a friendly number: other projects will score somewhat lower.

${edgeTable(rowsOf(unseen))}

## Causes under the shipped calibration (in-sample)

The fit has seen every session: how well the model can follow the labels at all, not how well it will do.

${edgeTable(rowsOf(seen).slice(0, 4))}

## Confidence, and how often right

Expected calibration error over all causes that are shown (confidence 0.2 and more): **${figure(calibrationError(bandsOf(unseen)))}**, leave-one-repository-out.

| confidence | causes | said | right |
|---|---|---|---|
${bands.map(({ from, count, said, right }) => `| ${from.toFixed(1)}–${(from + 0.1).toFixed(1)} | ${count} | ${figure(said)} | ${figure(right)} |`).join('\n')}

## What each rule is worth

F1 with everything fitted again without the rule, each repository left out in turn.

| without | F1 | difference |
|---|---|---|
${ablation.map(({ rule, edges }) => `| ${rule ?? '(nothing)'} | ${figure(edges.f1)} | ${rule === null ? '' : signed(edges.f1 - whole)} |`).join('\n')}

## Error stories

By rules alone, nothing fitted. They too were written with these sessions in sight.

${storyTable(rowsOf(unseen))}
`;
}

function edgeTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, edges }) =>
      `| ${name} | ${edges.targets} | ${figure(edges.precision)} | ${figure(edges.recall)} | ${figure(edges.f1)} | ${figure(edges.top1)} | ${figure(edges.fan_in)} |`,
  );
  return [
    '| | calls | precision | recall | F1 | best named first | two or more found |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function storyTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, stories: s }) =>
      `| ${name} | ${s.errors} | ${figure(s.seen)} | ${figure(s.precision)} | ${figure(s.kind)} | ${figure(s.fix_f1)} | ${figure(s.verified)} | ${figure(s.culprit)} |`,
  );
  return [
    '| | errors | seen | reported rightly | kind | fix F1 | proof | culprit first |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
