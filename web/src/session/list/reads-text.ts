import type { RowPages } from '../data/row-pages.ts';
import type { Steps } from '../data/weave.ts';

const mostNames = 5;

/** `5 reads: a.ts, b.ts …`, with the names that are known. */
export function readsText({ parts, part, own, tool, tools }: Steps, pages: RowPages, from: number, to: number): string {
  const names = new Set<string>();
  for (let step = from; step <= to && names.size <= mostNames; step++) {
    const row = pages.row(parts[part[step]!]!, own[step]!);
    if (row) names.add(nameIn(row.summary, tools[tool[step]!]!));
  }
  const told = [...names].slice(0, mostNames).join(', ');
  return `${to - from + 1} reads${told && `: ${told}`}${names.size > mostNames ? ' …' : ''}`;
}

/** The file's name without its folder: of a command that reads one, the last that is named in it. */
function nameIn(summary: string, tool: string): string {
  const words = (summary.startsWith(`${tool} `) ? summary.slice(tool.length + 1) : summary)
    .split(/[\s'"]+/)
    .filter(Boolean);
  const path = words.findLast((word) => /[^/]\/|\.\w+$/.test(word) && !word.startsWith('-')) ?? words[0] ?? summary;
  return (path.split('/').findLast(Boolean) ?? path).slice(0, 32);
}
