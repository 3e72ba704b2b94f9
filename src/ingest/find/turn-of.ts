import type { Identity } from '../../sources/source.ts';

/**
 * The order in which files are read: the oldest first; then files without events; then those that only add to calls of
 * others.
 */
export function turnOf({ begun, secondary }: Identity): number {
  return secondary === 'calls' ? Number.POSITIVE_INFINITY : (begun ?? Number.MAX_SAFE_INTEGER);
}
