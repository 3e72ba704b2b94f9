import { resolve } from 'node:path';

/**
 * A repository as the store knows it: a name, or a folder's whole path. What looks like a path is one, wherever it is
 * from.
 */
export function repoNamed(typed: string): string {
  return /^(?:\.{0,2}\/|\.{1,2}$)/.test(typed) ? resolve(typed) : typed;
}
