import { millionEvents } from '../../million.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';

const times = 50;

export const chain: SpeedPromise = {
  name: 'chain',
  says: 'In a store of a million events, walking up a chain of 100 parents takes at most 1 ms and one of 10,000 at most 50 ms.',

  async measure(say) {
    const { store: path } = millionEvents(say);
    const { openSqlite } = await built('store/sqlite/open');
    const { eventRef } = await built('model/ids');
    await using store = await openSqlite(path, { mode: 'read' });

    const [deepest] = (await store.read.sessions({}, { limit: 100_000, offset: 0 })).sessions.toSorted(
      (a, b) => b.events - a.events,
    );
    const last = (await store.read.events(deepest!.uid, { after: deepest!.events - 1, limit: 10 })).at(-1)!;
    const ref = eventRef(last.id)!;
    const walk = async (depth: number, most: number): Promise<Finding> => {
      const took: number[] = [];
      let found = 0;
      for (let time = 0; time < times; time++) {
        const started = performance.now();
        found = (await store.read.parentChain(ref, depth)).length;
        took.push(performance.now() - started);
      }
      if (found !== depth) throw new Error(`The chain is ${found} deep, not ${depth}.`);
      return {
        what: `${depth.toLocaleString('en')} parents`,
        measured: median(took),
        unit: 'ms',
        most,
        detail: `best ${Math.min(...took).toFixed(2)} ms, worst ${Math.max(...took).toFixed(2)} ms`,
      };
    };
    await walk(10_000, 50);
    return {
      how: `In process, from the last event of a session of ${deepest!.events}, every event read whole; warm, median of ${times}.`,
      findings: [await walk(100, 1), await walk(10_000, 50)],
    };
  },
};
