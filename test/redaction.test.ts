import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../src/store/sqlite/open.ts';
import { everyDoor } from './support/redaction/doors.ts';
import { effort, plantedHome, seed } from './support/redaction/planted-home.ts';
import { sampleOf } from './support/redaction/sample.ts';

// Secrets are planted into every string of what every source reads, and no door may give one away. That each door would
// be caught is shown by redaction-off.test.ts.
const { home, secrets, typed, agent, ingest } = plantedHome();

test(`no secret comes out of ingest, and what was planted into is still understood (STEMMA_SEED=${seed})`, async () => {
  expect(secrets.leaks(await ingest())).toEqual([]);

  await using store = await openSqlite(join(home, '.stemma/stemma.db'), { mode: 'read' });
  const { sources } = await store.read.overview();
  // Planted names make some records unknown, and no more than some.
  expect(sources.filter(({ lines }) => lines.mapped > 0).length).toBeGreaterThan(12);
});

test(
  `no secret comes out of any door (STEMMA_SEED=${seed})`,
  async () => {
    const sample = await sampleOf(home, { secret: typed, agent, seed, size: effort });
    const leaks = new Map<string, string>();
    for await (const { door, question, text } of everyDoor({ home, sample })) {
      const [place] = secrets.leaks(text);
      if (place !== undefined && !leaks.has(door))
        leaks.set(door, `${place}, asked ${question}: ${secrets.around(text)}`);
    }
    expect(Object.fromEntries(leaks)).toEqual({});
  },
  120_000 * effort,
);
