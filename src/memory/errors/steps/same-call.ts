import type { Action, Command } from './action.ts';
import { overlap } from './text-marks.ts';

/** The same call again, with nothing in it that could make a difference. */
export function isSameCall(one: Action, other: Action): boolean {
  if (one.commands.length > 0 && one.commands.every(({ verb }) => verb !== null))
    return one.commands.every((command) => other.commands.some((each) => isSameVcs(command, each)));
  return one.tool === other.tool && overlap(one.terms, other.terms) > 0.95;
}

/** A commit with another message is the same commit. */
function isSameVcs(one: Command, other: Command): boolean {
  return one.verb === other.verb && one.place === other.place && optionsOf(one) === optionsOf(other);
}

function optionsOf({ verb, words, paths }: Command): string {
  const rest = verb === 'commit' ? words.filter((word) => word.startsWith('-') && !/^-\w*m$/.test(word)) : words;
  return [...rest, ...paths].toSorted().join(' ');
}
