import type { RowPages } from '../data/row-pages.ts';
import type { Steps } from '../data/steps.ts';

const maxNames = 5;

/** `5 reads: a.ts, b.ts …`, with the names loaded so far. */
export function readsText({ parts, part, own, tool, tools }: Steps, pages: RowPages, from: number, to: number): string {
  const names = new Set<string>();
  for (let step = from; step <= to && names.size <= maxNames; step++) {
    const row = pages.row(parts[part[step]!]!, own[step]!);
    if (row) names.add(nameIn(row.summary, tools[tool[step]!]!));
  }
  const listed = [...names].slice(0, maxNames).join(', ');
  return `${to - from + 1} reads${listed && `: ${listed}`}${names.size > maxNames ? ' …' : ''}`;
}

/** `2 notes: The conversation is summarized …`, with the first text loaded so far. */
export function notesText({ parts, part, own }: Steps, pages: RowPages, from: number, to: number): string {
  const first = pages.row(parts[part[from]!]!, own[from]!)?.summary;
  return `${to === from ? 'note' : `${to - from + 1} notes`}${first === undefined ? '' : `: ${first.slice(0, maxNote)}`}`;
}

const maxNote = 80;

/** The file name without its folder; of a command, the last path in it. */
function nameIn(summary: string, tool: string): string {
  const words = (summary.startsWith(`${tool} `) ? summary.slice(tool.length + 1) : summary)
    .split(/[\s'"]+/)
    .filter(Boolean);
  const path = words.findLast((word) => /[^/]\/|\.\w+$/.test(word) && !word.startsWith('-')) ?? words[0] ?? summary;
  return (path.split('/').findLast(Boolean) ?? path).slice(0, 32);
}
