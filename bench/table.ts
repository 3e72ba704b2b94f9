import { holds, type Finding, type Findings } from './promise.ts';

export interface Outcome extends Findings {
  readonly name: string;
  readonly says: string;
}

/** A Markdown table that also reads well in a terminal. */
export function table(outcomes: readonly Outcome[]): string {
  const head = ['promise', 'what', 'measured', 'limit', 'verdict'];
  const rows = outcomes.flatMap(({ name, findings }) =>
    findings.map((finding) => [
      name,
      finding.what,
      shown(finding.measured, finding.unit),
      limit(finding),
      verdict(finding),
    ]),
  );
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** What was measured and the figures behind each number. */
export function notes(outcomes: readonly Outcome[]): string {
  return outcomes
    .map(({ name, says, how, findings }) => {
      const details = findings.flatMap(({ what, detail }) => (detail === undefined ? [] : [`  - ${what}: ${detail}`]));
      return [`- **${name}**: ${says} ${how}`, ...details].join('\n');
    })
    .join('\n');
}

function verdict(finding: Finding): string {
  if (finding.most === undefined && finding.least === undefined) return 'not judged';
  return holds(finding) ? 'kept' : 'MISSED';
}

function limit({ most, least, unit }: Finding): string {
  if (most === undefined && least === undefined) return '';
  return most === undefined ? `≥ ${shown(least!, unit)}` : `≤ ${shown(most, unit)}`;
}

function shown(value: number, unit: Finding['unit']): string {
  const digits = unit === 'MB' || unit === 'fps' || value >= 100 ? 0 : unit === '%' ? 1 : 2;
  const text = unit === 'x' ? value.toFixed(2) : value.toFixed(Number.isInteger(value) ? 0 : digits);
  return unit === 'x' ? `${text} ×` : `${text} ${unit}`;
}
