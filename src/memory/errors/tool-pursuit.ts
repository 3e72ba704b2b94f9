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
      const alike = failed.commands.length > 0 ? failed.commands.every((one) => deed.commands.some((other) => isSameCommand(one, other))) : deed.tool === failed.tool && deed.commands.length === 0;
      if (!alike) return;
      if (deed.ended === 'ok') proof ??= { key: deed.key, at: deed.at };
      else attempts.push(deed.key);
    },
  };
}
