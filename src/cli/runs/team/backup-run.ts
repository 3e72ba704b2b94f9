import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { receivedFolder } from '../../../live/otlp/telemetry-receiver.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import { isPostgres } from '../../../store/archive-address.ts';
import { copyArchive } from '../../../store/copy/copy-archive.ts';
import { openEnds } from '../../../store/open-ends.ts';
import { markMade } from '../../../team/is-made.ts';
import { Registry, registryPath } from '../../../team/registry.ts';
import { spacePlace, type ServerPlace, type SpacePlace } from '../../../team/space-place.ts';
import { madeSpaces } from '../../../team/spaces-of.ts';
import type { Run } from '../../run.ts';
import { plural } from '../../text/amount.ts';
import { auditHere, checkPlace, keepPlace, openRegistry, serverPlace } from './server-place.ts';

/**
 * The registry and every archive, each whole, while the server goes on. In the backup all archives are files, wherever
 * the server keeps them.
 */
export async function backupRun(run: Run, named: string): Promise<void> {
  const to = resolve(named);
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new StemmaError('would-overwrite', `${to} is not empty.`, { hint: 'Name a new folder.' });
  using registry = openRegistry(run);
  const place = serverPlace(run);
  checkPlace(registry, place);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  registry.backup(registryPath(to));
  const spaces = registry.workspaces().flatMap((workspace) => madeSpaces(registry, place, workspace));
  for (const space of spaces) {
    run.say(`Copying ${space.name}.`);
    const folder = join(to, relative(place.folder, space.folder));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await copyOut(run, space, join(folder, 'stemma.db'));
    await copyTelemetry(space.folder, folder);
  }
  auditHere(registry, run.now, 'backup', plural(spaces.length, 'archive'), null);
  await run.answer(
    { path: to, archives: spaces.map(({ name }) => name) },
    () => `${to}\n${plural(spaces.length, 'archive')}\n`,
  );
}

/** Makes a server of a backup where there is none yet, in files or in PostgreSQL. */
export async function restoreRun(run: Run, named: string): Promise<void> {
  const from = resolve(named);
  const place = serverPlace(run);
  if (!existsSync(registryPath(from)))
    throw new StemmaError('bad-argument', `${from} is no backup of a server.`, {
      hint: 'Name the folder that `stemma server backup` made.',
    });
  if (existsSync(registryPath(place.folder)))
    throw new StemmaError('would-overwrite', `There is a server in ${place.folder} already.`, {
      hint: 'Stop it and move that folder away, or name another home with --home.',
    });
  const saved = { folder: from, database: undefined };
  using source = Registry.open(from, { now: run.now });
  const archives: string[] = [];
  for (const workspace of source.workspaces()) {
    const targets = new Map(
      [undefined, ...source.users(workspace)].map((user) => {
        const space = spacePlace(place, workspace, user);
        return [space.name, space];
      }),
    );
    for (const space of madeSpaces(source, saved, workspace)) {
      run.say(`Restoring ${space.name}.`);
      const target = targets.get(space.name)!;
      await copyIn(run, place, space, target);
      await copyTelemetry(space.folder, target.folder);
      archives.push(space.name);
    }
  }
  // Last: without it there is no server, and an interrupted restore can be begun again.
  source.backup(registryPath(place.folder));
  using registry = openRegistry(run);
  keepPlace(registry, place);
  auditHere(registry, run.now, 'restored', plural(archives.length, 'archive'), null);
  await run.answer({ path: place.folder, archives }, () => `${place.folder}\n${plural(archives.length, 'archive')}\n`);
}

/** PostgreSQL is copied tree by tree and compared, as by `stemma db copy`. */
async function copyOut(run: Run, { archive }: SpacePlace, file: string): Promise<void> {
  if (isPostgres(archive)) return await copyWhole(run, archive, file);
  await using store = await run.app.openStore({ archive, base: run.settings.base }, 'read');
  await store.read.backup(file);
}

async function copyIn(run: Run, { database }: ServerPlace, from: SpacePlace, to: SpacePlace): Promise<void> {
  if (database === undefined) {
    // There is no server here: what lies there is of a restore that was interrupted.
    for (const end of ['', '-wal', '-shm']) rmSync(`${to.archive}${end}`, { force: true });
    mkdirSync(to.folder, { recursive: true, mode: 0o700 });
    return await copyOut(run, from, to.archive);
  }
  const { createDatabase } = await import('../../../store/postgres/databases.ts');
  await createDatabase(database, to.archive);
  await copyWhole(run, from.archive, to.archive);
  markMade(to);
}

async function copyWhole(run: Run, from: string, to: string): Promise<void> {
  const { source, target } = await openEnds({ from, to, home: serverPlace(run).folder });
  try {
    await copyArchive(source, target, {});
  } finally {
    await source[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  }
}

/** Telemetry that was received and not read yet, or may be continued. */
async function copyTelemetry(from: string, to: string): Promise<void> {
  const folder = receivedFolder(from);
  if (existsSync(folder)) await cp(folder, receivedFolder(to), { recursive: true });
}
