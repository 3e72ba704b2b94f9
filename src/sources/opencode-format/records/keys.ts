import type { OpenCodeMemory } from './memory.ts';

/**
 * Keys of events. A fork copies every message and part under new ids, but keeps times and the ids of calls. So keys are
 * derived from these, and a copy has the key of its original, wherever the session is read from.
 */
export interface Naming {
  readonly key: string;
  /** This part, or message, was given the name before. */
  readonly isKnown: boolean;
}

/** `text@<when the message was made>.<when the text began>`; the part's own id where a time is not recorded. */
export function nameByTime(
  memory: OpenCodeMemory,
  kind: string,
  id: string,
  ...times: readonly (number | undefined)[]
): Naming {
  const wanted = times.includes(undefined) ? id : `${kind}@${times.join('.')}`;
  // Two of a kind in the same millisecond: the second is the one with the later id.
  for (let nth = 1; ; nth++) {
    const key = nth === 1 ? wanted : `${wanted}~${nth}`;
    const holder = memory.holders.get(key);
    if (holder !== undefined && holder !== id) continue;
    memory.holders.set(key, id);
    return { key, isKnown: holder === id };
  }
}

/** Most models' calls have globally unique ids; some count from zero, and restart in each session or response. */
export function nameOfCall(memory: OpenCodeMemory, call: string, part: string, created: number | undefined): Naming {
  const key = /[A-Za-z0-9]{12}$/.test(call) || created === undefined ? call : `${call}@${created}`;
  const isKnown = memory.holders.get(key) === part;
  memory.holders.set(key, part);
  return { key, isKnown };
}
