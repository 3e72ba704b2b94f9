import type { Answers } from './answers.ts';
import type { Labelled } from './labels.ts';
import { withinPart } from './read-part.ts';

/** Causes with less confidence than this are not counted. */
export const counted = 0.5;

/** One session's answers beside its labels, ready to be summed with others. */
export interface Scored {
  readonly labelled: Labelled;
  readonly edges: readonly EdgeScore[];
  readonly stories: readonly StoryScore[];
  /** Of the errors it calls real, whether a person saw an error there. */
  readonly reported: readonly boolean[];
  /** The confidence of each cause it named, and whether it was right. */
  readonly claims: readonly { readonly confidence: number; readonly isCause: boolean }[];
}

interface EdgeScore {
  readonly hit: number;
  readonly found: number;
  readonly want: number;
  readonly top: boolean | null;
  readonly fanIn: boolean | null;
}

interface StoryScore {
  readonly seen: boolean;
  readonly kind: boolean;
  readonly real: boolean;
  readonly hit: number;
  readonly found: number;
  readonly want: number;
  readonly verified: boolean;
  readonly culprit: boolean | null;
  /** Whether the line kept is the one a person would quote; null where none was labelled or nothing was seen. */
  readonly line: boolean | null;
}

export function score(labelled: Labelled, { causes, errors }: Answers): Scored {
  const { known, read, targets } = labelled;
  const edges: EdgeScore[] = [];
  const claims: { confidence: number; isCause: boolean }[] = [];
  for (const [target, named] of targets) {
    const want = new Set(named.filter((id) => known.has(id)));
    const answered = (causes.get(target) ?? []).filter(({ id }) => known.has(id));
    for (const { id, confidence } of answered) claims.push({ confidence, isCause: want.has(id) });
    const found = [...new Set(answered.filter(({ confidence }) => confidence >= counted).map(({ id }) => id))];
    const hit = found.filter((id) => want.has(id)).length;
    edges.push({
      hit,
      found: found.length,
      want: want.size,
      top: want.size === 0 ? null : want.has(found[0] ?? ''),
      fanIn: want.size < 2 ? null : hit >= 2,
    });
  }
  return {
    labelled,
    edges,
    claims,
    stories: storiesOf(labelled, withinPart(labelled, errors)),
    reported: [...errors].flatMap(([id, { kind }]) =>
      read.has(id) && kind === 'real' ? [labelled.errors.has(id)] : [],
    ),
  };
}

function storiesOf({ errors: wanted }: Labelled, answered: Answers['errors']): StoryScore[] {
  return [...wanted].map(([id, want]) => {
    const got = answered.get(id);
    const fix = new Set(want.fix);
    const found = new Set(got?.fix ?? []);
    return {
      seen: got !== undefined,
      kind: want.kind === got?.kind,
      real: want.kind === 'real',
      hit: [...found].filter((each) => each !== null && fix.has(each)).length,
      found: found.size,
      want: fix.size,
      verified: want.verified === (got?.verified ?? null),
      culprit: want.culprit.length === 0 ? null : want.culprit.includes(got?.culprit[0] ?? ''),
      line: want.signature === undefined || !got ? null : isSameLine(want.signature, got.line),
    };
  });
}

export interface EdgeSummary {
  readonly targets: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly top1: number | null;
  readonly fan_in: number | null;
}

export function edgeSummary(scored: readonly Scored[]): EdgeSummary {
  const all = scored.flatMap(({ edges }) => edges);
  return {
    targets: all.length,
    ...agreement(all),
    top1: rate(all.map(({ top }) => top)),
    fan_in: rate(all.map(({ fanIn }) => fanIn)),
  };
}

export interface StorySummary {
  readonly errors: number;
  readonly seen: number | null;
  readonly precision: number | null;
  readonly kind: number | null;
  readonly fix_precision: number;
  readonly fix_recall: number;
  readonly fix_f1: number;
  readonly verified: number | null;
  readonly culprit: number | null;
  /** Of the failures seen, those named by the line a person would quote. */
  readonly line: number | null;
}

export function storySummary(scored: readonly Scored[]): StorySummary {
  const all = scored.flatMap(({ stories }) => stories);
  const real = all.filter((story) => story.real);
  const fix = agreement(real);
  return {
    errors: all.length,
    seen: rate(all.map(({ seen }) => seen)),
    precision: rate(scored.flatMap(({ reported }) => reported)),
    kind: rate(all.map(({ kind }) => kind)),
    fix_precision: fix.precision,
    fix_recall: fix.recall,
    fix_f1: fix.f1,
    verified: rate(real.map(({ verified }) => verified)),
    culprit: rate(real.map(({ culprit }) => culprit)),
    line: rate(all.map(({ line }) => line)),
  };
}

function agreement(counts: readonly { readonly hit: number; readonly found: number; readonly want: number }[]): {
  precision: number;
  recall: number;
  f1: number;
} {
  let [hit, found, want] = [0, 0, 0];
  for (const each of counts) {
    hit += each.hit;
    found += each.found;
    want += each.want;
  }
  const precision = hit / Math.max(1, found);
  const recall = hit / Math.max(1, want);
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

function rate(values: readonly (boolean | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.filter(Boolean).length / known.length;
}

/** One contains the other, or most of their words are the same. */
export function isSameLine(wanted: string, got: string): boolean {
  const [a, b] = [wordsOf(wanted), wordsOf(got)];
  if (a.length === 0 || b.length === 0) return false;
  const [one, other] = [` ${a.join(' ')} `, ` ${b.join(' ')} `];
  if (one.includes(other) || other.includes(one)) return true;
  const shared = a.filter((word) => b.includes(word)).length;
  return (2 * shared) / (a.length + b.length) >= 0.6;
}

function wordsOf(line: string): readonly string[] {
  return line.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
