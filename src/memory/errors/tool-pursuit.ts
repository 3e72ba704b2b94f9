import type { Deed } from './deed.ts';
import { isSameCommand } from './same-command.ts';
import type { Failed, Pursuit } from './pursuit.ts';

/** A call that was itself at fault, or was called off: it is over when the like of it goes well. */
export function pursueCall({ deed: failed }: Failed): Pursuit {
  const attempts: string[] = [];
  let proof: Pursuit['proof'] = null;
  return {
    get over() {
      return proof !== null;
    },
    attempts,
    get fix() {
      return proof === null ? [] : [proof.key];
    },
    get proof() {
      return proof;
    },
    follow(deed) {
      if (!isAlike(failed, deed)) return;
      if (deed.ended === 'ok') proof ??= { key: deed.key, at: deed.at };
      else attempts.push(deed.key);
    },
  };
}

function isAlike(one: Deed, other: Deed): boolean {
  if (one.commands.length > 0) return one.commands.every((command) => other.commands.some((each) => isSameCommand(command, each)));
  // The same question may be put to another program.
  if (one.sought.size > 0) return [...one.sought].some((word) => other.sought.has(word));
  return one.tool === other.tool && other.commands.length === 0 && one.asks === other.asks;
}
