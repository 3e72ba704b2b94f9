import { readFileSync } from 'node:fs';

/** The process state letter of Linux (`T` stopped, `Z` zombie); undefined elsewhere, or when it is gone. */
export function processState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it is in brackets and may contain anything.
    return stat.charAt(stat.lastIndexOf(')') + 2);
  } catch {
    return undefined;
  }
}
