import { join } from 'node:path';
import type { ChainRow, Store } from '../../../src/store/store.ts';
import type { Finding, Say, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';
import { temporaryFolder } from '../../temporary.ts';

const chains = 100_000;
/** Most failures come once, a few come all the time. */
const failures = 40_000;
const queries = 60;

export const similar: SpeedPromise = {
  name: 'similar',
  says: 'What is like a failure is found among 100,000 in at most 20 ms, in a process that keeps its index.',

  async measure(say) {
    using folder = temporaryFolder();
    const { openSqlite } = await built('store/sqlite/open');
    const { redacted } = await built('ask/redaction/redacted');
    const { knownFailures, similar: ask } = await built('ask/similar/similar');
    const path = join(folder.path, 'stemma.db');
    {
      await using store = await openSqlite(path, { mode: 'write' });
      await fill(store, say);
    }
    await using store = await openSqlite(path, { mode: 'read' });
    const known = knownFailures(redacted(store.read));
    const started = performance.now();
    const index = await known.index(now);
    // Codes are made by the first who needs them.
    index.nearest(message(1), 1);
    const { size } = index;
    const building = performance.now() - started;
    say(`${size} failures indexed`);

    const measured = async (what: string, textOf: (at: number) => string, least: number): Promise<Finding> => {
      const took: number[] = [];
      for (let at = 0; at < queries + 5; at++) {
        const text = textOf(at * 613 + 7);
        const asked = performance.now();
        const { matches } = await ask(known, text, { now, here: 'shop' });
        if (at >= 5) took.push(performance.now() - asked);
        if (matches.length < least) throw new Error(`${what}: found ${matches.length} matches for ${text}`);
      }
      return { what, measured: median(took), unit: 'ms', most: 20, detail: `worst ${Math.max(...took).toFixed(1)} ms` };
    };
    return {
      how: `In process, redacted as every door does it: ${chains} chains of ${size} distinct failures in SQLite, two attempts each; warm, median of ${queries}.`,
      findings: [
        await measured('a failure that is known', (at) => message(at % failures), 1),
        await measured('the most frequent one', () => message(0), 5),
        await measured(
          'one nobody has seen',
          (at) => `${message(at % failures)} ${message((at * 7) % failures)} again`,
          0,
        ),
        await measured(
          'a whole output with many errors',
          (at) =>
            Array.from({ length: 300 }, (_, line) =>
              line % 30 === 3 ? message((at + line) % failures) : `  at step ${line} of the run`,
            ).join('\n'),
          1,
        ),
        {
          what: 'making the index',
          measured: building,
          unit: 'ms',
          detail: `${((1000 * building) / size).toFixed(0)} µs a failure`,
        },
      ],
    };
  },
};

const now = Date.parse('2026-03-02T00:00:00Z');
const day = 86_400_000;

async function fill({ write }: Store, say: Say): Promise<void> {
  const { keyOf, workspaceTree } = await built('model/ids');
  const { fingerprintOf } = await built('memory/errors/fingerprint');
  const { embed } = await built('memory/embed/embed');
  const { packVector } = await built('memory/embed/vectors');
  say(`recording ${chains} failures`);
  const tree = workspaceTree('local');
  await write.gather();
  for (let at = 0; at < chains; at += 1000) {
    const rows = Array.from({ length: 1000 }, (_, each): ChainRow => {
      const number = at + each;
      const chain = keyOf(`chain ${number}`);
      // Every tenth is one of twenty, every other one of the rest.
      const text = message(number % 10 === 0 ? Math.floor((number / 10) % 400) % 20 : (number * 7919) % failures);
      const attempts = [false, number % 3 !== 0].map((successful, index) => ({
        id: { tree, event: keyOf(`attempt ${number} ${index}`) },
        action: `edit src/part-${(number * 31) % 50}.ts`,
        codeChanges: null,
        successful,
        marks: [`edit src/part-${(number * 31 + index) % 50}.ts`],
        at: now - (number % 700) * day,
      }));
      return {
        tree,
        chain,
        basis: 'manual',
        session: null,
        kind: 'real',
        type: 'Error',
        message: text,
        fingerprint: fingerprintOf(text),
        also: [],
        action: '',
        marks: [],
        context: null,
        at: now - (number % 700) * day,
        state: number % 3 === 0 ? 'open' : 'resolved',
        resolvedAt: number % 3 === 0 ? null : now - (number % 700) * day + 60_000,
        verifiedBy: null,
        culprit: [],
        attempts,
      };
    });
    await write.putChains(rows);
  }
  const texts = new Set(Array.from({ length: failures }, (_, at) => fingerprintOf(message(at))));
  await write.putVectors(
    [...texts].map((text) => ({ fingerprint: keyOf(text), vector: new Uint8Array(packVector(embed(text)).buffer) })),
  );
  await write.flush();
  await write.settle();
}

const words =
  'cannot find module connection refused timeout while reading property undefined permission denied expected token failed to parse the configuration of server missing argument invalid value for column table constraint in function assertion test snapshot import from package'.split(
    ' ',
  );

/** An error of some ten words and two names, no two alike. */
function message(at: number): string {
  let state = at + 1;
  const pick = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return words[(state >>> 8) % words.length]!;
  };
  const name = (): string => `${pick()}${at.toString(36).replace(/\d/g, (digit) => 'qwertzuiop'[Number(digit)]!)}`;
  return `Error: ${Array.from({ length: 9 }, pick).join(' ')} '${name()}' in ${pick()}-${name()}.ts`;
}
