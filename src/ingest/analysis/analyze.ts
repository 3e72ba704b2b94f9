import { setImmediate } from 'node:timers/promises';
import { readSession } from '../../memory/digest/read-session.ts';
import { SkillsMiner } from '../../memory/skills/skills-miner.ts';
import type { SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Store } from '../../store/store.ts';
import { analysisProblem, type Problem } from '../find/problem.ts';
import { inLargeSteps, LargeSteps } from '../keep/large-steps.ts';
import { applyJudgement } from './apply-judgement.ts';
import { detailTitles } from './detail-titles.ts';
import { minedUses } from './mined-uses.ts';

export interface AnalyzeOptions {
  readonly store: Store;
  readonly clock: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Skip sessions that were active within this time (ms): they will be again. */
  readonly restMs?: number | undefined;
  readonly onProblem?: ((problem: Problem) => void) | undefined;
}

/**
 * Derives the digest of every session that has grown since its last one, in one pass over its events. May be
 * interrupted at any moment: finished digests stay, and the next run does the rest. A session that may still be running
 * is left for a later run unless something shows how it ended. One that cannot be analysed does not stop the others.
 */
export async function analyze(options: AnalyzeOptions): Promise<void> {
  const { store, onProblem } = options;
  const seen = new Set<SessionUid>();
  const steps = new LargeSteps<SessionUid>({
    store,
    work: (uid) => analyzeSession(uid, options),
    isStored: async () => false,
    onFailure: (uid, error) => onProblem?.(analysisProblem(uid, error)),
    onUndone: () => {},
    onStored: () => {},
  });
  for (;;) {
    const waiting = (await store.write.unanalyzed(seen.size + atOnce)).filter((uid) => !seen.has(uid));
    if (waiting.length === 0) break;
    await inLargeSteps(store, async () => {
      for (const uid of waiting) {
        await steps.do(uid);
        seen.add(uid);
      }
    });
  }
  if (seen.size > 0) await detailTitles(store);
}

/** Stored in one transaction. */
const atOnce = 200;

/** One of them, if it needs it: its events are in memory right after they were stored. */
export async function analyzeSession(uid: SessionUid, { store, clock, signal, restMs }: AnalyzeOptions): Promise<void> {
  const between = async () => {
    // The store answers synchronously, so an abort signal is only seen after yielding to the event loop.
    await setImmediate();
    if (signal?.aborted) throw interrupted();
  };
  await between();
  const { read, write } = store;
  await applyJudgement(store, uid);
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
