import { join } from 'node:path';
import { writeManySessions } from '../many-sessions.ts';
import type { Finding, SpeedPromise } from '../promise.ts';
import { median } from '../statistics.ts';
import { built } from '../stemma.ts';
import { temporaryFolder } from '../temporary.ts';

const count = 20_000;
const rounds = 9;

export const lists: SpeedPromise = {
  name: 'lists',
  says: 'In an archive of 20,000 sessions with 100,000 failures, a page of any list takes at most 50 ms.',

  async measure(say) {
    using folder = temporaryFolder();
    const path = join(folder.path, 'stemma.db');
    say(`writing ${count} sessions`);
    const { now } = await writeManySessions(path, count);
    const { openSqlite } = await built('store/sqlite/open');
    const { redacted } = await built('ask/redacted');
    const { priced } = await built('ask/priced');
    const { browse } = await built('ask/browse/browse');
    const { overview } = await built('ask/overview/overview');
    const { errorsEverywhere } = await built('ask/errors-everywhere');
    const { unresolved } = await built('ask/unresolved');
    const { sessionUid } = await built('model/ids');
    const { ownPrices } = await built('memory/cost/own-prices');
    await using store = await openSqlite(path, { mode: 'read' });
    const read = priced(redacted(store.read), folder.path);
    const prices = ownPrices();

    const questions: Readonly<Record<string, () => Promise<unknown>>> = {
      'sessions': () => browse(read, {}, prices),
      'sessions, far down': () => browse(read, { after: 4_000 }, prices),
      'sessions by words': () => browse(read, { text: 'number till' }, prices),
      'sessions by words nobody wrote': () => browse(read, { text: 'zyzzyva' }, prices),
      'sessions of a repository that failed': () => browse(read, { repo: '/home/dev/repo-3', failed: true }, prices),
      'what came of a session': () => browse(read, { parent: sessionUid('claude', 'session-4000') }, prices),
      'overview of a week': () => overview(read, { now }, prices),
      'failures of a week': () => errorsEverywhere(read, { since: now - 7 * 24 * 60 * 60 * 1000 }),
      'unresolved': () => unresolved(read, {}),
    };
    const findings: Finding[] = [];
    for (const [what, ask] of Object.entries(questions)) {
      const took: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const started = performance.now();
        await ask();
        if (round > 0) took.push(performance.now() - started);
      }
      findings.push({ what, measured: median(took), unit: 'ms', most: 50, detail: `best ${Math.min(...took).toFixed(1)} ms, worst ${Math.max(...took).toFixed(1)} ms` });
    }
    return { how: `In process, redacted and with prices as every door does it; warm, median of ${rounds}. \`serve\` measures the same over HTTP at a million events.`, findings };
  },
};
