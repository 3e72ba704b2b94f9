import { listed } from '../evidence.ts';
import type { Past } from '../history/past.ts';
import { looks } from '../text/read-text.ts';
import type { Rule } from '../rule.ts';
import { isBefore, type EditText, type Step, type Target } from '../history/step.ts';

/** A call that uses a name which an earlier edit introduced depends on that edit. */
export const symbols: Rule = (target, past, propose) => {
  const fresh = freshNames(target, past);
  if (fresh.size === 0) return;
  let mass = 0;
  for (const { weight } of fresh.values()) mass += weight;

  const introduced = votes(fresh, past, target);
  for (const [step, { weight, first, names }] of introduced) {
    const evidence = (): string => `wrote ${listed(names, ({ weight }) => weight, nameOf)}, which it uses`;
    propose(step, 'symbolShare', weight / mass, evidence);
    propose(step, 'symbolFirst', first / mass, evidence);
  }
};

interface Fresh {
  readonly weight: number;
  readonly edit: EditText;
  readonly place: number;
}

function nameOf({ edit: { text, textRead }, place }: Fresh): string {
  return text.slice(textRead.words.start[place], textRead.words.end[place]);
}

/** Names that the edit writes and that were not in what it replaces. */
function freshNames(target: Target, past: Past): Map<number, Fresh> {
  const fresh = new Map<number, Fresh>();
  for (const edit of target.edits) {
    const { hash, look, length } = edit.textRead.words;
    for (let at = 0; at < length; at++) {
      if (look[at] === looks.plain || target.replaced.has(hash[at]!) || fresh.has(hash[at]!)) continue;
      fresh.set(hash[at]!, { weight: past.weight(hash[at]!, look[at]!), edit, place: at });
    }
  }
  return fresh;
}

interface Votes {
  weight: number;
  /** The number of them it was the first to introduce. */
  first: number;
  names: Fresh[];
}

function votes(fresh: ReadonlyMap<number, Fresh>, past: Past, target: Target): Map<Step, Votes> {
  const found = new Map<Step, Votes>();
  for (const [hash, name] of fresh) {
    let first: Votes | undefined;
    const { length, steps } = past.introduced.of(hash);
    for (let at = 0; at < length; at++) {
      const step = past.at(steps[at]!);
      if (!step || !isBefore(step, target)) continue;
      const vote = found.get(step) ?? { weight: 0, first: 0, names: [] };
      found.set(step, vote);
      vote.weight += name.weight;
      vote.names.push(name);
      first = vote;
    }
    if (first) first.first += name.weight;
  }
  return found;
}
