import { collectSpool } from './collect-spool.ts';
import type { SpoolRun } from './collect-spool.ts';

/** Collects until only files that are still being written are left. */
export async function emptySpool(run: SpoolRun): Promise<void> {
  for (;;) {
    const { events, excluded, more } = await collectSpool(run);
    if (!more || events + excluded === 0) return;
  }
}
