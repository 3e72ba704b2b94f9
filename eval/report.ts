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
  /** Repositories that were unknown when the rules were written, together by one fit on all others. */
  readonly fresh: readonly Scored[];
  /** Sessions that nobody had read, under the calibration that is shipped. */
  readonly unread: readonly Scored[];
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
  const { unseen, seen, ablation, fresh, unread, version } = report;
  const sessions = unseen.length;
  const repositories = new Set(unseen.map(({ labelled }) => labelled.repository)).size;
  const calls = edgeSummary(unseen).targets;
  const bands = bandsOf(unseen).filter(({ count }) => count > 0);
  const whole = ablation.find(({ rule }) => rule === null)?.edges.f1 ?? 0;
  return `# Quality of answers

Written by \`npm run eval\` with stemma ${version}; do not edit. ${sessions} sessions of public projects were labelled by hand: the direct
causes of ${calls} calls in ${repositories} repositories, and the story of every error. Only causes with a confidence of 0.5 or more count.
Two people who labelled the same sessions agreed at F1 0.93. A baseline that always names the previous step scores 0.36.

**Expect less on your own projects.** Version 0.1.0 scored 0.75 here, and 0.59 when others measured it on 38 sessions of projects it had never
seen. What a link or a fix can be wrong about: [how wrong it can be](how-wrong.md).
${unreadText(unread, unseen)}
## Causes, leave one repository out

Each repository is scored with weights and trees fitted on the others. The signals were chosen with all repositories known.

${edgeTable(rowsOf(unseen))}
${freshText(fresh)}
## Causes under the shipped weights (in-sample)

These weights were fitted on the same sessions. The scores show how well the model can follow the labels, not how well it generalises.

${edgeTable(rowsOf(seen).slice(0, 4))}

## Calibration of confidence

Expected calibration error over all causes shown (confidence 0.2 or more): **${figure(calibrationError(bandsOf(unseen)))}**, leave-one-repository-out.
A cause that is named has a confidence of at least 0.5; [decision 038](decisions/038-causes-among-all-steps.md) says why.

| confidence | causes | mean confidence | correct |
|---|---|---|---|
${bands.map(({ from, count, meanConfidence, right }) => `| ${from.toFixed(1)}–${(from + 0.1).toFixed(1)} | ${count} | ${figure(meanConfidence)} | ${figure(right)} |`).join('\n')}

## Contribution of each rule

F1 at first sight, before candidates are looked at beside each other, without the rule: weights fitted again, a sixth of the repositories left out at a time.

| without | F1 | difference |
|---|---|---|
${ablation.map(({ rule, edges }) => `| ${rule ?? '(nothing)'} | ${figure(edges.f1)} | ${rule === null ? '' : signed(edges.f1 - whole)} |`).join('\n')}

## Failures and their fixes

The rules were written with all of these sessions known, some only after they had been scored once: [decision 039](decisions/039-failures.md) has
the figures of before. Which steps are named as a fix is decided by weights of the other repositories. What to expect elsewhere is the table of unread sessions above.

In-sample, under the shipped weights:

${storyTable(rowsOf(seen).slice(0, 1))}

Each repository with weights of the others:

${storyTable(rowsOf(unseen))}
`;
}

function freshText(fresh: readonly Scored[]): string {
  if (fresh.length === 0) return '';
  return `
Repositories that were unknown when the first rules were written, together by one fit on all others:

${edgeTable(rowsOf(fresh).filter(({ name }) => !name.startsWith('agent ')))}
`;
}

function unreadText(unread: readonly Scored[], learned: readonly Scored[]): string {
  if (unread.length === 0) return '';
  const repositories = (some: readonly Scored[]) => new Set(some.map(({ labelled }) => labelled.repository));
  const own = repositories(unread);
  const known = own.intersection(repositories(learned));
  const all = rowsOf(unread).slice(0, 1);
  return `
## Sessions that nobody had read

${unread.length} more sessions were labelled by readers who did not know the answers. Nobody who writes rules has read them, and only the totals are looked at.
Of their ${own.size} repositories ${known.size} are among those below, so the weights know other sessions of these projects: **this says nothing about new projects.**

${edgeTable(all)}

${storyTable(all)}
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
      `| ${name} | ${s.errors} | ${figure(s.seen)} | ${figure(s.precision)} | ${figure(s.kind)} | ${figure(s.line)} | ${figure(s.fix_precision)} | ${figure(s.fix_recall)} | ${figure(s.fix_f1)} | ${figure(s.verified)} | ${figure(s.culprit)} |`,
  );
  return [
    '| | errors | found | precision | kind | line | fix precision | fix recall | fix F1 | proof | culprit first |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
