import type { Identity } from '../../sources/source.ts';

/**
 * When a file's turn is to be read: the oldest first; what holds no event after them; what only adds to calls of any
 * other last of all.
 */
export function turnOf({ begun, secondary }: Identity): number {
  return secondary === 'calls' ? Number.POSITIVE_INFINITY : (begun ?? Number.MAX_SAFE_INTEGER);
}
