import type { Deed } from '../steps/deed.ts';
import type { Pursuit } from './pursuit.ts';

/** Over as soon as a deed of this kind goes well; those that do not are attempts. */
export function untilAlike(isAlike: (deed: Deed) => boolean): Pursuit {
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
      if (!isAlike(deed)) return;
      if (deed.ended === 'ok') proof ??= { key: deed.key, at: deed.at };
      else attempts.push(deed.key);
    },
  };
}
