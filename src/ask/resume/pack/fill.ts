import type { Offered, OfferedSection, PackLine } from './line.ts';

export interface PackSection {
  readonly title: string;
  readonly lines: readonly PackLine[];
}

export interface Filling {
  readonly sections: readonly OfferedSection[];
  /**
   * The end of the transcript, newest first: it gets its part of the room, and what the sections leave. Where it is
   * short, it is told in more detail.
   */
  readonly end: { readonly title: string; readonly lines: (detail: number) => Iterable<PackLine> };
}

/** Of the room, the end of the transcript is sure to get this part. */
const partOfEnd = 0.34;
/** More than this part of the room is not left empty when there is more to say. */
const unused = 0.1;
/** In characters: below it every section is short. */
const small = 3200;

/** Picks the lines with the highest worth that fit, and keeps their order; the rest is the end of the transcript. */
export function fill({ sections, end }: Filling, room: number): readonly PackSection[] {
  const sure = take(end.lines(1), room * partOfEnd - titleLength(end));
  const chosen = choose(sections, room - sure.length - titleLength(end), room);
  const used = chosen.reduce((sum, section) => sum + sectionLength(section), 0);
  const left = room - used - titleLength(end);
  let { lines, length } = take(end.lines(1), left);
  for (const detail of [2, 4, 8]) {
    if (length >= left - room * unused) break;
    const more = take(end.lines(detail), left);
    if (more.length > length) ({ lines, length } = more);
  }
  return lines.length === 0 ? chosen : [...chosen, { title: end.title, lines }];
}

/** As many lines as fit, oldest first. */
function take(newestFirst: Iterable<PackLine>, room: number): { readonly lines: PackLine[]; readonly length: number } {
  const lines: PackLine[] = [];
  let length = 0;
  for (const line of newestFirst) {
    if (length + lengthOf(line) > room) break;
    length += lengthOf(line);
    lines.unshift({ text: line.text, step: line.step });
  }
  return { lines, length };
}

function choose(sections: readonly OfferedSection[], room: number, whole: number): readonly PackSection[] {
  const chosen = new Set<Offered>();
  const taken = new Map<OfferedSection, number>();
  // Several sections of a few lines say more than one section of many.
  const each = whole < small ? 2.5 : 0.5;
  const all = sections
    .flatMap((section) =>
      section.lines
        .toSorted((a, b) => b.worth - a.worth)
        .map((line, rank) => ({ section, line, worth: line.worth - Math.min(15, rank * each) })),
    )
    .toSorted((a, b) => b.worth - a.worth);
  let left = room;
  for (const { section, line } of all) {
    const before = taken.get(section);
    const cost = lengthOf(line) + (before === undefined ? titleLength(section) : 0);
    if (cost > left) continue;
    if (before !== undefined && before + cost > (section.share ?? 1) * whole) continue;
    left -= cost;
    taken.set(section, (before ?? 0) + cost);
    chosen.add(line);
  }
  return sections
    .filter((section) => taken.has(section))
    .map(({ title, lines }) => ({
      title,
      lines: lines.filter((line) => chosen.has(line)).map(({ text, step }) => ({ text, step })),
    }));
}

/** Markdown: a heading for each section and a dash for each line; further lines of a text are indented. */
export function asText(head: string, sections: readonly PackSection[]): string {
  return [
    head,
    ...sections.map(({ title, lines }) =>
      [`## ${title}`, ...lines.map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}`)].join('\n'),
    ),
  ].join('\n');
}

function sectionLength(section: PackSection): number {
  return section.lines.reduce((sum, line) => sum + lengthOf(line), titleLength(section));
}

function lengthOf({ text }: PackLine): number {
  return text.length + 3 + 2 * (text.split('\n').length - 1);
}

function titleLength({ title }: Pick<PackSection, 'title'>): number {
  return title.length + 4;
}
