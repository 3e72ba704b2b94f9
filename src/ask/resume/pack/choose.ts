import { lengthOf, titleLength, type Offered, type OfferedSection, type PackLine, type PackSection } from './line.ts';
import { termsOf, type Topics } from './topics.ts';

export interface Choice {
  readonly room: number;
  readonly whole: number;
  readonly topics: Topics;
  /** What is in the pack already. */
  readonly shown: readonly PackLine[];
}

interface Candidate {
  readonly section: OfferedSection;
  readonly line: Offered;
  readonly terms: readonly (readonly [term: string, weight: number])[];
  readonly worth: number;
}

/**
 * The lines with the highest worth that fit, in their order. What adds something the session is about counts more, what
 * repeats what is there already less.
 */
export function choose(
  sections: readonly OfferedSection[],
  { room, whole, topics, shown }: Choice,
): readonly PackSection[] {
  const chosen = new Set<Offered>();
  const taken = new Map<OfferedSection, number>();
  // Several sections of a few lines say more than one section of many.
  const each = whole < small ? 2.5 : 0.5;
  const left = new Set<Candidate>(
    sections.flatMap((section) =>
      section.lines
        .toSorted((a, b) => b.worth - a.worth)
        .map((line, rank) => ({
          section,
          line,
          terms: [...termsOf(line.text)].map((term) => [term, topics(term)] as const),
          worth: line.worth - Math.min(15, rank * each),
        })),
    ),
  );
  const known = new Set(shown.flatMap(({ text }) => [...termsOf(text)]));
  const densities = [...left].map(densityOf).toSorted((a, b) => a - b);
  const median = densities[Math.floor(densities.length / 2)] || 1;
  let free = room;
  while (left.size > 0) {
    let best: Candidate | undefined;
    let most = -Infinity;
    for (const candidate of left) {
      const cost = costOf(candidate);
      const before = taken.get(candidate.section);
      if (cost > free || (before !== undefined && before + cost > (candidate.section.share ?? 1) * whole)) {
        left.delete(candidate);
        continue;
      }
      const value = valueOf(candidate);
      if (value === undefined) {
        left.delete(candidate);
        continue;
      }
      if (value > most) [best, most] = [candidate, value];
    }
    if (best === undefined) break;
    left.delete(best);
    const cost = costOf(best);
    free -= cost;
    taken.set(best.section, (taken.get(best.section) ?? 0) + cost);
    chosen.add(best.line);
    for (const [term] of best.terms) known.add(term);
  }

  function costOf({ section, line }: Candidate): number {
    return lengthOf(line) + (taken.has(section) ? 0 : titleLength(section));
  }

  function densityOf({ terms, line }: Candidate): number {
    return terms.reduce((sum, [, weight]) => sum + weight, 0) / Math.max(40, line.text.length) ** longLine;
  }

  /** A line that adds what the session is about is worth more; one that repeats what is there, less or nothing. */
  function valueOf({ terms, worth, line, section }: Candidate): number | undefined {
    let [added, all] = [0, 0];
    for (const [term, weight] of terms) {
      all += weight;
      if (!known.has(term)) added += weight;
    }
    if (worth >= sure) return Infinity;
    if (section.onlyNew === true && added < all * leastNew) return undefined;
    if (section.countsInFull === true) return worth + contentWorth / 2;
    const density = added / Math.max(40, line.text.length) ** longLine / median;
    return worth + contentWorth * (Math.min(2, density) - 1);
  }

  return sections
    .filter((section) => taken.has(section))
    .map(({ title, lines }) => ({
      title,
      lines: lines.filter((line) => chosen.has(line)).map(({ text, step }) => ({ text, step })),
    }));
}

/** The last request is there whatever else is. */
const sure = 100;
/** A line of which less is new repeats what is there. */
const leastNew = 0.3;
/** How much worth lies between a line that adds nothing and one that adds twice as much as most. */
const contentWorth = 50;
/** A line twice as long has to say less than twice as much. */
const longLine = 0.7;
/** In characters: below it every section is short. */
const small = 3200;
