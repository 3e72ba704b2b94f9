import { rm } from 'node:fs/promises';
import { statSync, writeFileSync } from 'node:fs';
import { StemmaError } from '../../../model/stemma-error.ts';
import { isMade } from '../../../team/is-made.ts';
import type { Workspace } from '../../../team/registry.ts';
import { workspaceFolder } from '../../../team/space-place.ts';
import { allSpaces, madeSpaces } from '../../../team/spaces-of.ts';
import { confirmed } from '../../confirmed.ts';
import type { Run } from '../../run.ts';
import { bytes, plural } from '../../text/amount.ts';
import { day } from '../../text/when.ts';
import { linesOf } from './lines-of.ts';
import { auditHere, checkPlace, openRegistry, serverPlace } from './server-place.ts';

export interface WorkspaceFlags {
  readonly 'allow-raw': boolean;
  readonly keep: string | undefined;
}

export async function createWorkspace(run: Run, name: string, flags: WorkspaceFlags): Promise<void> {
  const [allowsRaw, keepDays] = [flags['allow-raw'], daysIn(flags.keep)];
  using registry = openRegistry(run);
  const workspace = registry.createWorkspace(name, { allowsRaw, keepDays }, run.now);
  auditHere(registry, run.now, 'workspace created', policyOf(workspace).join(', '), workspace.name);
  await run.answer(
    { workspace: workspace.name, allows_raw: allowsRaw, keep_days: keepDays },
    () => `created ${workspace.name}\n`,
  );
}

/** How long a workspace keeps sessions: from now on, and for those that are there. */
export async function keepInWorkspace(run: Run, name: string, keep: string | undefined): Promise<void> {
  if (keep === undefined)
    throw new StemmaError('bad-argument', 'workspace keep needs to know how long.', {
      hint: `Such as \`stemma workspace keep ${name} --keep 180d\`, or \`--keep forever\`.`,
    });
  const keepDays = daysIn(keep);
  using registry = openRegistry(run);
  const workspace = registry.setKeepDays(registry.workspace(name), keepDays);
  const policy = keepDays === null ? 'keeps sessions for ever' : `keeps sessions for ${plural(keepDays, 'day')}`;
  auditHere(registry, run.now, 'workspace changed', policy, workspace.name);
  await run.answer({ workspace: workspace.name, keep_days: keepDays }, () => `${workspace.name} ${policy}\n`);
}

/** `180d`; null for ever. */
function daysIn(keep: string | undefined): number | null {
  if (keep === undefined || keep === 'forever') return null;
  const days = Number(/^(\d{1,5})d$/.exec(keep)?.[1]);
  if (days >= 1) return days;
  throw new StemmaError('bad-argument', `--keep must be a number of days or "forever" (got "${keep.slice(0, 40)}").`, {
    hint: 'Such as 180d.',
  });
}

function policyOf({ allowsRaw, keepDays }: Workspace): readonly string[] {
  return [...(allowsRaw ? ['allows raw'] : []), ...(keepDays === null ? [] : [`keeps ${plural(keepDays, 'day')}`])];
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
        keep_days: workspace.keepDays,
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
          policyOf(workspace).join(', '),
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
