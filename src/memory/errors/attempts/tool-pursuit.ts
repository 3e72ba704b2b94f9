import type { Deed } from '../steps/deed.ts';
import { isSameCommand } from '../steps/same-command.ts';
import type { Failed, Pursuit } from './pursuit.ts';
import { untilAlike } from './until-alike.ts';

/** A call that was itself at fault, or was called off: it is over when the like of it goes well. */
export function pursueCall({ deed: failed }: Failed): Pursuit {
  return untilAlike((deed) => isAlike(failed, deed));
}

function isAlike(one: Deed, other: Deed): boolean {
  if (one.commands.length > 0)
    return one.commands.every((command) => other.commands.some((each) => isSameCommand(command, each)));
  // The same question may be put to another program.
  if (one.sought.size > 0) return [...one.sought].some((word) => other.sought.has(word));
  return one.tool === other.tool && other.commands.length === 0 && one.asks === other.asks;
}
