import { collectSpool } from './collect-spool.ts';
import type { SpoolRun } from './collect-spool.ts';

/** Collects until nothing is left but what is still being written. */
export async function emptySpool(run: SpoolRun): Promise<void> {
  for (;;) {
    const { events, excluded, more } = await collectSpool(run);
    if (!more || events + excluded === 0) return;
  }
}
