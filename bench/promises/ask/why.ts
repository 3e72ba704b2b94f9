import { linkedMillion } from '../../linked.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';

const rounds = 5;

export const why: SpeedPromise = {
  name: 'why',
  says: 'In a store of a million events where every step has five causes, walking back 100 steps takes at most 5 ms.',

  async measure(say) {
    const path = await linkedMillion(say);
    const { openSqlite } = await built('store/sqlite/open');
    const { why: ask } = await built('ask/why/why');
    const { impact } = await built('ask/impact/impact');
    const { redacted } = await built('ask/redaction/redacted');
    await using store = await openSqlite(path, { mode: 'read' });
    const read = redacted(store.read);

    const { sessions } = await store.read.sessions({}, { limit: 100_000, offset: 0 });
    const long = sessions.toSorted((a, b) => b.steps - a.steps).slice(0, 20);
    const ends = await Promise.all(
      long.map(async ({ uid, events }) => (await store.read.steps(uid, { after: events / 2, limit: 1 }))[0]!),
    );

    const measured = async (
      what: string,
      most: number | undefined,
      once: (event: (typeof ends)[number]) => Promise<number>,
    ): Promise<Finding> => {
      const took: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        for (const end of ends) {
          const started = performance.now();
          const deepest = await once(end);
          if (round > 0) took.push(performance.now() - started);
          if (most !== undefined && deepest < 60) throw new Error(`${what}: came only ${deepest} steps far.`);
        }
      }
      return {
        what,
        measured: median(took),
        unit: 'ms',
        ...(most === undefined ? {} : { most }),
        detail: `best ${Math.min(...took).toFixed(2)} ms, worst ${Math.max(...took).toFixed(2)} ms`,
      };
    };
    return {
      how: `In process, redacted as every door does it, from the middle of the ${ends.length} longest sessions, lineage included; warm, median of ${rounds * ends.length}.`,
      findings: [
        await measured('why, 100 steps deep', 5, async (end) =>
          Math.max(...(await ask(read, end, { limit: 100 })).causes.map(({ depth }) => depth)),
        ),
        await measured('why, the strongest 60', 5, async (end) => (await ask(read, end)).causes.length),
        await measured('impact, the strongest 60', 5, async (end) => (await impact(read, end)).effects.length),
        await measured(
          'why, 500 causes',
          undefined,
          async (end) => (await ask(read, end, { limit: 500 })).causes.length,
        ),
      ],
    };
  },
};
