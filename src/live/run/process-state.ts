import { readFileSync } from 'node:fs';

/**
 * The letter Linux has for what a process does (`T` stopped, `Z` dead and not yet waited for); undefined elsewhere,
 * or when it is gone.
 */
export function processState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it is in brackets and may hold anything.
    return stat.charAt(stat.lastIndexOf(')') + 2);
  } catch {
    return undefined;
  }
}
