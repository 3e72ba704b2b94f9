import { quoted } from '../evidence.ts';
import type { Past } from '../history/past.ts';
import { StepSums } from '../history/step-sums.ts';
import type { Marks } from './read-text.ts';
import { isBefore, shareFile, type Step, type Target } from '../history/step.ts';

/** How many of the lines each earlier step shows. */
export function covering(lines: Iterable<number>, past: Past, target: Target): Map<Step, number> {
  counts.clear();
  for (const line of lines) {
    const { length, steps } = past.lines.of(line);
    for (let at = 0; at < length; at++) {
      const step = past.at(steps[at]!);
      if (step && isBefore(step, target)) counts.add(step.index, 1);
    }
  }
  const cover = new Map<Step, number>();
  for (const index of counts.touched) cover.set(past.at(index)!, counts.of(index));
  return cover;
}

const counts = new StepSums();

/** Most lines win; a look wins over an edit, the same file over another, the later over the earlier. */
export function leader(cover: ReadonlyMap<Step, number>, target: Target): Step | undefined {
  let best: Step | undefined;
  let bestWorth = 0;
  for (const [step, hit] of cover) {
    const worth = hit * (step.group === 'edit' ? 0.7 : 1) * (shareFile(step, target) ? 1.3 : 1) + step.index * 1e-6;
    if (worth > bestWorth) [best, bestWorth] = [step, worth];
  }
  return best;
}

/** The steps that show most of what the best one does not, twice. */
export function theRest(lines: ReadonlySet<number>, best: Step, past: Past, target: Target): Map<Step, number> {
  const found = new Map<Step, number>();
  let left = without(lines, best, past);
  for (let round = 0; round < 2 && left.size > 0; round++) {
    let next: Step | undefined;
    let bestWorth = 0;
    const cover = covering(left, past, target);
    for (const [step, hit] of cover)
      if (hit + step.index * 1e-6 > bestWorth) [next, bestWorth] = [step, hit + step.index * 1e-6];
    if (!next) break;
    found.set(next, cover.get(next)!);
    left = without(left, next, past);
  }
  return found;
}

function without(lines: ReadonlySet<number>, step: Step, past: Past): Set<number> {
  return new Set([...lines].filter((line) => !holds(past, line, step)));
}

function holds(past: Past, line: number, step: Step): boolean {
  return past.lines.of(line).includes(step.index);
}

/** An informative line among those the step shows: the longest. */
export function sampleHeld(text: string, lines: Marks, past: Past, step: Step): string | undefined {
  let best = -1;
  for (let at = 0; at < lines.length; at++) {
    if (
      holds(past, lines.hash[at]!, step) &&
      (best < 0 || lines.end[at]! - lines.start[at]! > lines.end[best]! - lines.start[best]!)
    )
      best = at;
  }
  if (best < 0) return undefined;
  const end = text.indexOf('\n', lines.end[best]);
  return quoted(text.slice(lines.start[best], end < 0 ? undefined : end));
}
