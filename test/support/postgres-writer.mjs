// One of several writers: `node postgres-writer.mjs URL FOLDER`. Reads a folder into a PostgreSQL, as `stemma ingest`
// does on a machine of a team, and prints the report.
import { openStemma, StemmaError } from '../../dist/index.js';

const [url = '', folder = ''] = process.argv.slice(2);

for (let round = 0; ; round += 1) {
  try {
    await using stemma = await openStemma({ db: url, home: folder });
    process.stdout.write(JSON.stringify(await stemma.ingest({ paths: [folder] })));
    break;
  } catch (error) {
    // What it says to do.
    if (!(error instanceof StemmaError) || round > 20) throw error;
    process.stderr.write(`${error.code}: ${error.message}\n`);
  }
}
