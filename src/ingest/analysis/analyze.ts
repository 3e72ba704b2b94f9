import { setImmediate } from 'node:timers/promises';
import { readSession } from '../../memory/digest/read-session.ts';
import { SkillsMiner } from '../../memory/skills/skills-miner.ts';
import type { SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Store } from '../../store/store.ts';
import { inLargeSteps } from '../keep/large-steps.ts';
import { minedUses } from './mined-uses.ts';

export interface AnalyzeOptions {
  readonly store: Store;
  readonly clock: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Leave out sessions that were active so lately (ms): they will be again. */
  readonly restMs?: number | undefined;
}

/**
 * Sums up every session that has grown since it was last summed up, in one pass over its events. May be cut short at
 * any moment: what is done is kept, and the next run does the rest. One that may still be going on is left for a
 * later run where nothing else tells how it ends.
 */
export async function analyze(options: AnalyzeOptions): Promise<void> {
  const { store } = options;
  const seen = new Set<SessionUid>();
  for (;;) {
    const waiting = (await store.write.unanalyzed(seen.size + atOnce)).filter((uid) => !seen.has(uid));
    if (waiting.length === 0) return;
    await inLargeSteps(store, async () => {
      for (const uid of waiting) {
        await analyzeSession(uid, options);
        seen.add(uid);
      }
    });
  }
}

/** Kept in one transaction. */
const atOnce = 200;

/** One of them, if it wants to be: its events are at hand right after they were kept. */
export async function analyzeSession(
  uid: SessionUid,
  { store: { read, write }, clock, signal, restMs }: AnalyzeOptions,
): Promise<void> {
  const between = async () => {
    // Else nobody hears who wants to stop: the store answers at once, and what only waits for it never lets anything
    // else in.
    await setImmediate();
    if (signal?.aborted) throw interrupted();
  };
  await between();
  const now = clock();
  const miner = new SkillsMiner();
  const made = await readSession(read, uid, { now, restMs, between, others: [miner] });
  if (made === undefined) return;
  await write.putMinedUses(minedUses(uid, miner));
  if (made.isOver) await write.putDigest(made.digest, now);
}

function interrupted(): StemmaError {
  return new StemmaError('interrupted', 'Stopped before every session was summed up.', {
    hint: 'Everything that was read is kept; the next `stemma ingest` sums up the rest.',
  });
}
