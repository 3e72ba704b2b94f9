import { StemmaError } from '../../../model/stemma-error.ts';
import { keepHeapTightForAnswers } from '../../../platform/keep-heap-small.ts';
import { Registry } from '../../../team/registry.ts';
import type { TeamRequest } from '../../app.ts';
import type { Run } from '../../run.ts';
import { markMade } from '../../../team/is-made.ts';
import type { ServerPlace } from '../../../team/space-place.ts';
import { allSpaces } from '../../../team/spaces-of.ts';
import { auditHere, checkPlace, serverPlace } from './server-place.ts';

type Flags = Pick<TeamRequest, 'host' | 'port' | 'tls' | 'trustsProxy' | 'requestsPerSecond' | 'writers'>;

/** Serves a team until Ctrl-C or SIGTERM. */
export async function serverRun(run: Run, flags: Flags): Promise<void> {
  const { app, settings } = run;
  if (!app.serveTeam)
    throw new StemmaError('bad-argument', 'Nobody can listen here.', { hint: 'Run `stemma server` in a terminal.' });
  const place = serverPlace(run);
  using registry = Registry.open(place.folder, { create: true, now: run.now });
  checkPlace(registry, place);
  await markDatabases(registry, place);
  keepHeapTightForAnswers();
  await app.serveTeam({
    ...flags,
    place,
    registry,
    signal: app.untilInterrupted(),
    write: (text) => {
      if (!settings.quiet || text.includes('"level":"error"')) void app.err.write(text);
    },
    onListening: async (listening) => {
      auditHere(registry, app.clock(), 'server started', app.version, null);
      await run.answer(listening, () => `${listening.url}\n`);
      if (registry.tokens().length === 0)
        run.say('Nobody has a token yet: `stemma token create NAME --role admin` makes the first one.');
    },
  });
}

/** Databases may have come in another way than by pushes: restored by PostgreSQL's own tools, or made by hand. */
async function markDatabases(registry: Registry, place: ServerPlace): Promise<void> {
  if (place.database === undefined) return;
  const { databaseName, databaseNames } = await import('../../../store/postgres/databases.ts');
  const there = await databaseNames(place.database);
  for (const workspace of registry.workspaces())
    for (const space of allSpaces(registry, place, workspace))
      if (there.has(databaseName(space.archive))) markMade(space);
}
