import { mean, type Score } from './score.ts';

/** A pack of one cut, scored with the weights that come with stemma and with some that never saw the repository. */
export interface Measured {
  readonly repository: string;
  readonly isLabelled: boolean;
  readonly budget: number;
  readonly seen: Score & { readonly over: boolean };
  readonly unseen: Score & { readonly over: boolean };
}

const columns = ['f1', 'precision', 'recall', 'commands', 'ask', 'open'] as const;

export function lineOf(measured: readonly Measured[]): readonly string[] {
  return rowsOf(measured).map(
    ({ name, budget, how, cuts, scores }) =>
      `${name.padEnd(32)} ${String(budget).padStart(5)} ${how.padEnd(10)} ${String(cuts).padStart(4)} cuts  ${columns.map((column) => `${column} ${shown(mean(scores, column))}`).join('  ')}`,
  );
}

export function asMarkdown(measured: readonly Measured[]): string {
  const over = measured.filter(({ seen, unseen }) => seen.over || unseen.over).length;
  return `## Resume packs

Written by \`npm run eval:resume\`. Real Claude Code sessions are cut at 40, 60 and 80 % of their lines. A pack is made from the first part and
compared with the rest of the session:

- *files* that were used again, of those used before (F1, precision, recall; a file counts wherever the pack names it);
- *commands* that were run again, by their first words;
- the last *ask*;
- *open* errors, by the labels.

Packs quote what was said rather than list files and commands, which everybody knows (\`git status\`) or finds: how much of what one must know
they answer is measured by readers ([resume.md](resume.md#how-good-it-is)).

Few of many files are used again: naming all of them gives an F1 of about 0.5. *In-sample* uses the weights that come with stemma, which were
fitted on these sessions. *Left out* scores each repository with weights fitted on the others; signals and ranking were chosen with all of them known. ${over} packs were over their budget.

| sessions | tokens | weights | cuts | files F1 | precision | recall | commands | ask | open |
|---|---|---|---|---|---|---|---|---|---|
${rowsOf(measured)
  .map(
    ({ name, budget, how, cuts, scores }) =>
      `| ${[name, budget, how, cuts, ...columns.map((column) => shown(mean(scores, column)))].join(' | ')} |`,
  )
  .join('\n')}
`;
}

interface Row {
  readonly name: string;
  readonly budget: number;
  readonly how: string;
  readonly cuts: number;
  readonly scores: readonly Score[];
}

function rowsOf(measured: readonly Measured[]): readonly Row[] {
  const groups: readonly (readonly [string, readonly Measured[]])[] = [
    ['labelled', measured.filter(({ isLabelled }) => isLabelled)],
    ['others', measured.filter(({ isLabelled }) => !isLabelled)],
    ...[...Map.groupBy(measured, ({ repository }) => repository)].map(
      ([repository, own]) => [repository, own] as const,
    ),
  ];
  return groups.flatMap(([name, own]) =>
    [...Map.groupBy(own, ({ budget }) => budget)].flatMap(([budget, all]) => [
      { name, budget, how: 'in-sample', cuts: all.length, scores: all.map(({ seen }) => seen) },
      { name, budget, how: 'left out', cuts: all.length, scores: all.map(({ unseen }) => unseen) },
    ]),
  );
}

function shown(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}
