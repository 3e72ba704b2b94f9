import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What users run is the build, so that is what is measured. `STEMMA_BENCH_DIST` names another one, to compare with. */
export const dist = process.env['STEMMA_BENCH_DIST'] ?? join(import.meta.dirname, '../dist');

interface Modules {
  readonly 'ingest/ingest': typeof import('../src/ingest/ingest.ts');
  readonly 'ingest/scan': typeof import('../src/ingest/scan.ts');
  readonly 'sources/registry': typeof import('../src/sources/registry.ts');
  readonly 'store/sqlite/open': typeof import('../src/store/sqlite/open.ts');
  readonly 'model/ids': typeof import('../src/model/ids.ts');
  readonly 'ask/timeline': typeof import('../src/ask/timeline.ts');
  readonly 'normalise/normaliser': typeof import('../src/normalise/normaliser.ts');
  readonly 'platform/redact': typeof import('../src/platform/redact.ts');
}

/** A module of the build, with the types of its source. */
export async function built<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return (await import(pathToFileURL(join(dist, `${name}.js`)).href)) as Modules[Name];
}
