import { lengthOf, titleLength, type OfferedSection, type PackLine, type PackSection } from './line.ts';
import { choose } from './choose.ts';
import type { Topics } from './topics.ts';

export interface Filling {
  readonly sections: readonly OfferedSection[];
  /**
   * The end of the transcript, newest first: it gets its part of the room, and what the sections leave. Where it is
   * short, it is told in more detail.
   */
  readonly end: { readonly title: string; readonly lines: (detail: number) => Iterable<PackLine> };
  readonly topics: Topics;
}

/** Of the room, the end of the transcript is sure to get this part. */
const partOfEnd = 0.2;
/** Its newest line may have as much. */
const partOfLast = 0.5;
/** But so much is left for what was asked. */
const roomOfAsk = 500;
/** More than this part of the room is not left empty when there is more to say. */
const unused = 0.1;

/** Picks the lines with the highest worth that fit, and keeps their order; the rest is the end of the transcript. */
export function fill({ sections, end, topics }: Filling, room: number): readonly PackSection[] {
  // What came last is shown even if it is long.
  const last = Math.max(room * partOfEnd, Math.min(room * partOfLast, room - roomOfAsk));
  const sure = take(end.lines(1), room * partOfEnd - titleLength(end), last - titleLength(end));
  const chosen = choose(sections, {
    room: room - sure.length - titleLength(end),
    whole: room,
    topics,
    shown: sure.lines,
  });
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
function take(
  newestFirst: Iterable<PackLine>,
  room: number,
  first = room,
): { readonly lines: PackLine[]; readonly length: number } {
  const lines: PackLine[] = [];
  let length = 0;
  for (const line of newestFirst) {
    if (length + lengthOf(line) > (lines.length === 0 ? first : room)) break;
    length += lengthOf(line);
    lines.unshift({ text: line.text, step: line.step });
  }
  return { lines, length };
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
