import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshBuild } from './build.ts';

/**
 * The build that is measured. `STEMMA_BENCH_DIST` names another one to compare with; child processes inherit it.
 */
export const dist = (process.env['STEMMA_BENCH_DIST'] ??= freshBuild());

interface Modules {
  readonly index: typeof import('../src/index.ts');
  readonly 'ingest/ingest': typeof import('../src/ingest/ingest.ts');
  readonly 'sources/registry': typeof import('../src/sources/registry.ts');
  readonly 'store/sqlite/open': typeof import('../src/store/sqlite/open.ts');
  readonly 'store/postgres/open': typeof import('../src/store/postgres/open.ts');
  readonly 'platform/keep-heap-small': typeof import('../src/platform/keep-heap-small.ts');
  readonly 'model/ids': typeof import('../src/model/ids.ts');
  readonly 'live/hook/write-hook': typeof import('../src/live/hook/write-hook.ts');
  readonly 'live/hook/notes': typeof import('../src/live/hook/notes.ts');
  readonly 'live/hook/hook-command': typeof import('../src/live/hook/hook-command.ts');
  readonly 'memory/embed/embed': typeof import('../src/memory/embed/embed.ts');
  readonly 'memory/embed/table': typeof import('../src/memory/embed/table.ts');
  readonly 'memory/embed/vectors': typeof import('../src/memory/embed/vectors.ts');
  readonly 'memory/errors/fingerprint': typeof import('../src/memory/errors/fingerprint.ts');
  readonly 'ask/similar/similar': typeof import('../src/ask/similar/similar.ts');
  readonly 'ask/impact/impact': typeof import('../src/ask/impact/impact.ts');
  readonly 'ask/redaction/redacted': typeof import('../src/ask/redaction/redacted.ts');
  readonly 'ask/why/why': typeof import('../src/ask/why/why.ts');

  readonly 'http/routes': typeof import('../src/http/routes.ts');
  readonly 'ask/graph/graph': typeof import('../src/ask/graph/graph.ts');
  readonly 'ask/skeleton/rows': typeof import('../src/ask/skeleton/rows.ts');
  readonly 'ask/skeleton/skeleton': typeof import('../src/ask/skeleton/skeleton.ts');
  readonly 'ask/timeline/timeline': typeof import('../src/ask/timeline/timeline.ts');
}

/** A module of the build, with the types of its source. */
export async function built<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return (await import(pathToFileURL(join(dist, `${name}.js`)).href)) as Modules[Name];
}
