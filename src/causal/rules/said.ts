import type { Candidate } from '../candidates.ts';
import { listed } from '../evidence.ts';
import type { Past } from '../past.ts';
import { glance, looks } from '../read-text.ts';
import type { Target } from '../step.ts';

const leastWeight = 0.8;
const trouble = /\b(?:fail\w*|error\w*|issue\w*|problem\w*|broke\w*|wrong|fix\w*|missing|crash\w*|exception\w*|unexpected\w*|not found)\b/i;

/** What the agent said before it acted speaks of what it acts on. It proposes no cause by itself, it speaks for those there are. */
export function weighWords(target: Target, past: Past, candidates: readonly Candidate[]): void {
  if (target.said === '') return;
  const { words } = glance(target.said);
  const found = new Map(candidates.map(({ step }) => [step.index, { weight: 0, names: [] as string[] }]));
  const seen = new Set<number>();
  let mass = 0;
  for (let at = 0; at < words.length; at++) {
    const hash = words.hash[at]!;
    if (seen.has(hash) || (words.look[at] === looks.plain && words.end[at]! - words.start[at]! < 6)) continue;
    seen.add(hash);
    const weight = past.weight(hash, words.look[at]!);
    if (weight < leastWeight || past.words.count(hash) === 0) continue;
    mass += weight;
    const { length, steps } = past.words.of(hash);
    for (let holder = 0; holder < length; holder++) {
      const vote = found.get(steps[holder]!);
      if (!vote) continue;
      vote.weight += weight;
      vote.names.push(target.said.slice(words.start[at], words.end[at]));
    }
  }
  const speaksOfTrouble = trouble.test(target.said);
  for (const { step, signals, evidence } of candidates) {
    const vote = found.get(step.index)!;
    if (vote.weight > 0) {
      signals.set('saidWords', vote.weight / mass);
      evidence.set('saidWords', () => `the agent spoke of ${listed(vote.names)}`);
    }
    if (step.isPrompt && speaksOfTrouble) signals.set('saidTrouble', 1);
    if (step.failed && !speaksOfTrouble) signals.set('saidNoTrouble', 1);
  }
}
