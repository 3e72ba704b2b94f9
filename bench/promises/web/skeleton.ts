import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { hundredThousand } from '../../kept-session.ts';
import type { SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';

const rounds = 7;

export const skeleton: SpeedPromise = {
  name: 'skeleton',
  says: 'A session of 100,000 events, with its causes and failures, is sent to a page within 400 ms, without others waiting 50 ms for it; a page of its texts within 20 ms.',

  async measure(say) {
    const { home } = hundredThousand(say);
    const { openSqlite } = await built('store/sqlite/open');
    const { redacted } = await built('ask/redaction/redacted');
    const { skeleton: ask } = await built('ask/skeleton/skeleton');
    const { rows } = await built('ask/skeleton/rows');
    const { graphSteps } = await built('ask/graph/graph');
    await using store = await openSqlite(join(home, 'stemma.db'), { mode: 'read' });
    const read = redacted(store.read);
    const { sessions } = await store.read.sessions({}, { limit: 10_000, offset: 0 });
    const session = sessions.toSorted((a, b) => b.events - a.events)[0]!;

    const answer = await ask(read, session);
    const timesOf = async (once: () => Promise<unknown>): Promise<readonly number[]> => {
      const took: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const started = performance.now();
        await once();
        if (round > 0) took.push(performance.now() - started);
      }
      return took;
    };
    const whole = await timesOf(() => ask(read, session));
    const news = await timesOf(() => ask(read, session, { after: answer.next }));
    const words = await timesOf(() => rows(read, session, { after: Math.floor(session.events / 2) }));
    const waits: number[] = [];
    for (let round = 0; round < rounds; round++) waits.push(await longestWait(() => ask(read, session)));
    const started = performance.now();
    await Array.fromAsync(graphSteps(read, session));
    const graph = performance.now() - started;
    const json = JSON.stringify(answer);
    return {
      how: `In process, redacted; ${answer.total} steps, ${answer.edges.back.length} causes, ${answer.stories.length} failures, ${answer.children.length} sub-agents; warm, medians of ${rounds}. As JSON ${(json.length / 1e6).toFixed(1)} MB, ${(gzipSync(json).length / 1e3).toFixed(0)} kB with gzip.`,
      findings: [
        {
          what: 'skeleton',
          measured: median(whole),
          unit: 'ms',
          most: 400,
          detail: `best ${Math.min(...whole).toFixed(0)} ms, worst ${Math.max(...whole).toFixed(0)} ms`,
        },
        {
          what: 'graph / skeleton',
          measured: graph / median(whole),
          unit: 'x',
          detail: `the same steps and causes with their words: ${graph.toFixed(0)} ms`,
        },
        {
          what: 'longest wait of another',
          measured: median(waits),
          unit: 'ms',
          most: 50,
          detail: `worst ${Math.max(...waits).toFixed(0)} ms`,
        },
        { what: 'what is new', measured: median(news), unit: 'ms' },
        { what: 'a page of words', measured: median(words), unit: 'ms', most: 20 },
      ],
    };
  },
};

/** How long somebody who asks for a turn again and again waits for one. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isDone = false;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isDone = true;
  return longest;
}
