import { rm } from 'node:fs/promises';
import { statSync, writeFileSync } from 'node:fs';
import { isMade } from '../../../team/is-made.ts';
import type { Registry, Workspace } from '../../../team/registry.ts';
import { spacePlace, workspaceFolder, type ServerPlace, type SpacePlace } from '../../../team/space-place.ts';
import { confirmed } from '../../confirmed.ts';
import type { Run } from '../../run.ts';
import { bytes, plural } from '../../text/amount.ts';
import { day } from '../../text/when.ts';
import { linesOf } from './lines-of.ts';
import { auditHere, checkPlace, openRegistry, serverPlace } from './server-place.ts';

export async function createWorkspace(run: Run, name: string, allowsRaw: boolean): Promise<void> {
  using registry = openRegistry(run);
  const workspace = registry.createWorkspace(name, allowsRaw, run.now);
  auditHere(registry, run.now, 'workspace created', allowsRaw ? 'allows raw' : '', workspace.name);
  await run.answer({ workspace: workspace.name, allows_raw: allowsRaw }, () => `created ${workspace.name}\n`);
}

export async function listWorkspaces(run: Run): Promise<void> {
  using registry = openRegistry(run);
  const place = serverPlace(run);
  const rows = registry.workspaces().map((workspace) => {
    const spaces = madeSpaces(registry, place, workspace);
    const size = place.database === undefined ? spaces.reduce((sum, { archive }) => sum + sizeOf(archive), 0) : null;
    return { workspace, users: registry.users(workspace).length, spaces: spaces.length, size };
  });
  await run.answer(
    {
      workspaces: rows.map(({ workspace, users, spaces, size }) => ({
        name: workspace.name,
        allows_raw: workspace.allowsRaw,
        created_at: new Date(workspace.madeAt).toISOString(),
        users,
        archives: spaces,
        bytes: size,
      })),
    },
    () =>
      linesOf(
        ['workspace', 'users', 'archives', 'size', 'since', ''],
        rows.map(({ workspace, users, spaces, size }) => [
          workspace.name,
          String(users),
          String(spaces),
          size === null ? '' : bytes(size),
          day(workspace.madeAt),
          workspace.allowsRaw ? 'allows raw' : '',
        ]),
        run.ink,
      ),
  );
}

/** With what was written last and is still beside it. */
function sizeOf(file: string): number {
  return ['', '-wal'].reduce((sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** First nobody can reach it any more, then its archives go. */
export async function deleteWorkspace(run: Run, name: string, yes: boolean): Promise<number | void> {
  using registry = openRegistry(run);
  const workspace = registry.workspace(name);
  const place = serverPlace(run);
  checkPlace(registry, place);
  const everySpace = allSpaces(registry, place, workspace);
  const spaces = everySpace.filter(isMade);
  const shown = `${workspace.name}: ${plural(registry.users(workspace).length, 'user')}, ${plural(spaces.length, 'archive')}\n`;
  const asked = { shown, question: `Delete ${workspace.name} for good?`, verb: 'delete' };
  if (!yes && !(await confirmed(run, asked))) {
    run.say('Nothing was deleted.');
    return 1;
  }
  registry.deleteWorkspace(workspace);
  auditHere(registry, run.now, 'workspace deleted', plural(spaces.length, 'archive'), workspace.name);
  if (place.database !== undefined) {
    const { dropDatabase } = await import('../../../store/postgres/databases.ts');
    for (const { archive } of everySpace) await dropDatabase(place.database, archive);
  }
  await replaceByFile(workspaceFolder(place.folder, workspace));
  await run.answer({ deleted: workspace.name, archives: spaces.length }, () => `deleted ${shown}`);
}

/** Every archive of a workspace that was ever written to. */
export function madeSpaces(registry: Registry, place: ServerPlace, workspace: Workspace): readonly SpacePlace[] {
  return allSpaces(registry, place, workspace).filter(isMade);
}

/** Everybody's, and one for each user. */
export function allSpaces(registry: Registry, place: ServerPlace, workspace: Workspace): readonly SpacePlace[] {
  return [undefined, ...registry.users(workspace)].map((user) => spacePlace(place, workspace, user));
}

/** An empty file in its place: what the server was writing meanwhile cannot make the folder again. */
async function replaceByFile(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await rm(folder, { recursive: true, force: true });
    try {
      return writeFileSync(folder, '', { mode: 0o600 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // No archive was ever there, or it has just been made again.
      if (code === 'ENOENT') return;
      if (code !== 'EISDIR' || attempt > 5) throw error;
    }
  }
}
