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
Two people who labelled the same sessions agreed at F1 0.93. A baseline that always names the previous step scores 0.36.

## Causes, leave one repository out

Each repository is scored with weights fitted on the others. The rules themselves were written with all repositories known, and signals
that did not help on the left-out ones were dropped. Expect somewhat lower scores on other projects.

${edgeTable(rowsOf(unseen))}

## Causes under the shipped calibration (in-sample)

These weights were fitted on the same sessions. The scores show how well the model can follow the labels, not how well it generalises.

${edgeTable(rowsOf(seen).slice(0, 4))}

## Calibration of confidence

Expected calibration error over all causes shown (confidence 0.2 or more): **${figure(calibrationError(bandsOf(unseen)))}**, leave-one-repository-out.

| confidence | causes | mean confidence | correct |
|---|---|---|---|
${bands.map(({ from, count, meanConfidence, right }) => `| ${from.toFixed(1)}–${(from + 0.1).toFixed(1)} | ${count} | ${figure(meanConfidence)} | ${figure(right)} |`).join('\n')}

## Contribution of each rule

F1 without the rule: everything fitted again, one repository left out at a time.

| without | F1 | difference |
|---|---|---|
${ablation.map(({ rule, edges }) => `| ${rule ?? '(nothing)'} | ${figure(edges.f1)} | ${rule === null ? '' : signed(edges.f1 - whole)} |`).join('\n')}

## Error chains

These come from rules alone; nothing is fitted. The rules were written with these sessions known.

${storyTable(rowsOf(unseen))}
`;
}

function edgeTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, edges }) =>
      `| ${name} | ${edges.targets} | ${figure(edges.precision)} | ${figure(edges.recall)} | ${figure(edges.f1)} | ${figure(edges.top1)} | ${figure(edges.fan_in)} |`,
  );
  return [
    '| | calls | precision | recall | F1 | best cause first | two or more found |',
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
    '| | errors | found | precision | kind | fix F1 | proof | culprit first |',
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
