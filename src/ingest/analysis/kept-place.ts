import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folder below stemma's own. */
export function keptAnalysesIn(home: string): string {
  return join(home, 'analyses');
}

/** They hold what agents wrote, so they go when anything is forgotten or evicted. */
export function dropKept(home: string): void {
  rmSync(keptAnalysesIn(home), { recursive: true, force: true });
}
