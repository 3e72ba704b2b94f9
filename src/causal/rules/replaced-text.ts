import { lineShare } from '../evidence.ts';
import { covering, sampleHeld, leader, theRest } from '../text/line-cover.ts';
import type { Past } from '../history/past.ts';
import type { Rule } from '../rule.ts';
import { shareFile, touches, type EditText, type Step, type Target } from '../history/step.ts';

/**
 * An edit that replaces a text depends on where it was seen: in a look at the file, in a result that shows it, or in an
 * edit that had written it.
 */
export const replacedText: Rule = (target, past, propose) => {
  if (target.edits.length === 0) return;
  for (const [step, { hit, of, sample }] of shownHere(target, past)) {
    propose(step, 'replacedHere', hit > 0 ? 1 : 0, () => `shows ${lineShare(hit, of)} it replaces: ${sample}`);
  }

  const all = linesOf(target.edits);
  if (all.size === 0) return;
  const cover = covering(all, past, target);

  const best = leader(cover, target);
  if (best) {
    const share = cover.get(best)! / all.size;
    const evidence = (): string =>
      `shows ${lineShare(cover.get(best)!, all.size)} it replaces: ${sampleOf(best, target.edits, past)}`;
    propose(best, 'replacedBest', 1, evidence);
    propose(best, 'replacedShare', share, evidence);
    if (![...cover.keys()].some((step) => shareFile(step, target))) propose(best, 'replacedElsewhere', share, evidence);
    for (const [step, hit] of theRest(all, best, past, target))
      propose(
        step,
        'replacedRest',
        hit / all.size,
        () => `shows ${lineShare(hit, all.size)} it replaces and nothing later shows`,
      );
  }
};

interface Shown {
  hit: number;
  of: number;
  sample: string;
}

/** For each edited place the step that shows most of it, among those about the file. */
function shownHere(target: Target, past: Past): Map<Step, Shown> {
  const found = new Map<Step, Shown>();
  for (const edit of target.edits) {
    const lines = new Set(edit.oldRead.lines.hash.subarray(0, edit.oldRead.lines.length));
    if (lines.size === 0) continue;
    let best: Step | undefined;
    let bestWorth = 0;
    let hits = 0;
    for (const [step, hit] of covering(lines, past, target)) {
      if (!touches(step, edit.path)) continue;
      // What was read is better evidence of a file's content than what was written.
      const worth = hit * (step.group === 'edit' ? 0.8 : 1) + step.index * 1e-6;
      if (worth > bestWorth) [best, bestWorth, hits] = [step, worth, hit];
    }
    if (!best) continue;
    const before = found.get(best) ?? { hit: 0, of: 0, sample: sampleOf(best, [edit], past) };
    found.set(best, { hit: before.hit + hits, of: before.of + lines.size, sample: before.sample });
  }
  return found;
}

function linesOf(edits: readonly EditText[]): Set<number> {
  const all = new Set<number>();
  for (const { oldRead } of edits) for (let at = 0; at < oldRead.lines.length; at++) all.add(oldRead.lines.hash[at]!);
  return all;
}

function sampleOf(step: Step, edits: readonly EditText[], past: Past): string {
  for (const { old, oldRead } of edits) {
    const sample = sampleHeld(old, oldRead.lines, past, step);
    if (sample !== undefined) return sample;
  }
  return '';
}
