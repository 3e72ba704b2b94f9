import { join } from 'node:path';
import { isPostgres } from '../store/archive-address.ts';
import type { Workspace } from './registry.ts';

/** Where the archives of a server are. */
export interface ServerPlace {
  /** The folder of the server. */
  readonly folder: string;
  /** The address of a PostgreSQL database, whose server holds the archives; undefined for files. */
  readonly database: string | undefined;
}

/** One archive: everybody's of a workspace, or one user's own. */
export interface SpacePlace {
  /** For logs: `main/team`, `main/mine/ada`. */
  readonly name: string;
  readonly kind: 'team' | 'mine';
  readonly workspace: string;
  /** A file or the address of a database. No two spaces share one. */
  readonly archive: string;
  /** For what the space keeps beside its archive. */
  readonly folder: string;
}

export function spacePlace(
  { folder, database }: ServerPlace,
  workspace: Workspace,
  user?: { readonly id: number; readonly name: string },
): SpacePlace {
  const own = user ? join('mine', `${user.id}-${user.name}`) : 'team';
  const at = join(workspaceFolder(folder, workspace), own);
  return {
    name: user ? `${workspace.name}/mine/${user.name}` : `${workspace.name}/team`,
    kind: user ? 'mine' : 'team',
    workspace: workspace.name,
    archive: database === undefined ? join(at, 'stemma.db') : databaseOf(database, workspace.id, user?.id),
    folder: at,
  };
}

/** The id makes a deleted workspace and a new one of the same name different. */
export function workspaceFolder(folder: string, { id, name }: Workspace): string {
  return join(folder, 'workspaces', `${id}-${name}`);
}

/** `postgres://host/stemma` → `…/stemma_w3_u7`, beside the database that was named. */
function databaseOf(base: string, workspace: number, user: number | undefined): string {
  if (!isPostgres(base)) throw new Error('The base must be the address of a database.');
  const url = new URL(base);
  const name = decodeURIComponent(url.pathname.slice(1)) || 'stemma';
  url.pathname = `/${encodeURIComponent(`${name.slice(0, 40)}_w${workspace}${user === undefined ? '' : `_u${user}`}`)}`;
  return url.href;
}
