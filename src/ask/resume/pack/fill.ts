import type { Offered, OfferedSection, PackLine } from './line.ts';

export interface PackSection {
  readonly title: string;
  readonly lines: readonly PackLine[];
}

/** Picks the lines with the highest worth that fit, and keeps their order. */
export function fill(sections: readonly OfferedSection[], room: number): readonly PackSection[] {
  const chosen = new Set<Offered>();
  const opened = new Set<OfferedSection>();
  const all = sections
    .flatMap((section) => section.lines.map((line) => ({ section, line })))
    .toSorted((a, b) => b.line.worth - a.line.worth);
  let left = room;
  for (const { section, line } of all) {
    const cost = lengthOf(line) + (opened.has(section) ? 0 : titleLength(section));
    if (cost > left) continue;
    left -= cost;
    opened.add(section);
    chosen.add(line);
  }
  return sections
    .filter((section) => opened.has(section))
    .map(({ title, lines }) => ({
      title,
      lines: lines.filter((line) => chosen.has(line)).map(({ text, step }) => ({ text, step })),
    }));
}

/** Markdown: a heading for each section and a dash for each line. */
export function asText(head: string, sections: readonly PackSection[]): string {
  return [
    head,
    ...sections.map(({ title, lines }) => [`## ${title}`, ...lines.map(({ text }) => `- ${text}`)].join('\n')),
  ].join('\n');
}

function lengthOf({ text }: PackLine): number {
  return text.length + 3;
}

function titleLength({ title }: OfferedSection): number {
  return title.length + 4;
}
