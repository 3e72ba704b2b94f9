// One of several writers: `node postgres-writer.ts URL FOLDER`. Reads a folder into a PostgreSQL, as `stemma ingest`
// does on a machine of a team.
import { ingest } from '../../src/ingest/ingest.ts';
import { StemmaError } from '../../src/model/stemma-error.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';

const [url, folder] = process.argv.slice(2) as [string, string];

for (let round = 0; ; round += 1) {
  try {
    await using store = await openPostgres(url, { mode: 'write' });
    const machine = { home: folder, env: {} };
    await ingest({
      store,
      sources,
      machine,
      paths: [folder],
      exclude: [],
      workspace: 'local',
      clock: () => 1_800_000_000_000,
    });
    break;
  } catch (error) {
    // What it says to do.
    if (!(error instanceof StemmaError) || round > 20) throw error;
    process.stderr.write(`${error.code}: ${error.message}\n`);
  }
}
