import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Run } from '../run.ts';

/** Where it is kept what was sent of this archive. */
export function forwardPlace({ settings: { base, archive } }: Pick<Run, 'settings'>): {
  readonly path: string;
  readonly archive: string;
} {
  return { path: join(base, 'forward.db'), archive: hash('sha256', archive, 'hex').slice(0, 16) };
}
