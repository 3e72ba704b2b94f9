import { join } from 'node:path';
import { StemmaError } from '../../../model/stemma-error.ts';
import { addressOf } from '../../../store/postgres/connect/translate.ts';
import { isPostgres } from '../../../store/archive-address.ts';
import { Registry } from '../../../team/registry.ts';
import type { ServerPlace } from '../../../team/space-place.ts';
import type { Run } from '../../run.ts';

/** Where the server of this machine keeps things: below stemma's home, and in PostgreSQL if one is named. */
export function serverPlace({ settings: { base, archive } }: Run): ServerPlace {
  return { folder: join(base, 'server'), database: isPostgres(archive) ? archive : undefined };
}

/** The registry of a server that was started once. */
export function openRegistry(run: Run): Registry {
  return Registry.open(serverPlace(run).folder, { now: run.now });
}

/** Refuses another place for archives than the one the server began with: they would seem to be gone. */
export function checkPlace(registry: Registry, place: ServerPlace): void {
  const before = registry.meta('archives');
  if (before === undefined) keepPlace(registry, place);
  else if (before !== nameOf(place))
    throw new StemmaError(
      'bad-argument',
      `The archives of this server are in ${before === 'files' ? 'files' : `PostgreSQL, at ${before}`}.`,
      {
        hint:
          before === 'files'
            ? 'Leave out --db and STEMMA_DB. To move it, make a backup and restore it with --db.'
            : 'Name it with --db or STEMMA_DB.',
      },
    );
}

export function keepPlace(registry: Registry, place: ServerPlace): void {
  registry.setMeta('archives', nameOf(place));
}

function nameOf({ database }: ServerPlace): string {
  return database === undefined ? 'files' : addressOf(database);
}

/** A line of the audit about what was done here. */
export function auditHere(
  registry: Registry,
  now: number,
  action: string,
  subject: string,
  workspace: string | null,
): void {
  registry.audit({ at: now, actor: 'console', token: null, workspace, action, subject, address: null });
}
