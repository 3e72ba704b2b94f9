import { millionEvents } from '../../million.ts';
import type { SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';

const rounds = 5;

export const page: SpeedPromise = {
  name: 'page',
  says: 'In a store of a million events, a page of a timeline takes at most 2 ms.',

  async measure(say) {
    const { store: path } = millionEvents(say);
    const { openSqlite } = await built('store/sqlite/open');
    const { timeline } = await built('ask/timeline/timeline');
    await using store = await openSqlite(path, { mode: 'read' });

    // The longest sessions, read at their beginning, in their middle and near their end.
    const { sessions } = await store.read.sessions({}, { limit: 100_000, offset: 0 });
    const longest = sessions.toSorted((a, b) => b.events - a.events).slice(0, 20);
    const pages = longest.flatMap((session) =>
      [0, 0.5, 0.95].map((part) => ({ session, after: Math.floor(session.events * part) })),
    );
    const took: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      for (const { session, after } of pages) {
        const started = performance.now();
        const { events } = await timeline(store.read, session, { limit: 50, after });
        if (round > 0) took.push(performance.now() - started);
        if (events.length !== 50) throw new Error(`A page of ${session.uid} has ${events.length} events.`);
      }
    }
    return {
      how: `In process, 50 events a page, ${pages.length} pages of the ${longest.length} longest sessions; warm, median of ${took.length}.`,
      findings: [
        {
          what: 'a page of 50 events',
          measured: median(took),
          unit: 'ms',
          most: 2,
          detail: `best ${Math.min(...took).toFixed(2)} ms, worst ${Math.max(...took).toFixed(2)} ms`,
        },
      ],
    };
  },
};
