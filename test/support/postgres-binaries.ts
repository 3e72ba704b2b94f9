import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptHere, aptInstall, mayInstall, type AptHost } from './apt.ts';

/** What finding and bringing PostgreSQL depends on; a test has another. */
export interface Host extends AptHost {
  readonly platform: NodeJS.Platform;
  /** Where packages put PostgreSQL. */
  readonly places: readonly string[];
  readonly path: string;
  readonly etc: string;
}

const here: Host = {
  ...aptHere,
  platform: process.platform,
  places: [
    '/usr/lib/postgresql/*/bin',
    '/opt/homebrew/opt/postgresql*/bin',
    '/usr/local/opt/postgresql*/bin',
    '/usr/pgsql-*/bin',
    '/usr/libexec/postgresql*',
  ],
  path: process.env['PATH'] ?? '',
  etc: '/etc',
};

/** The folder of PostgreSQL's programs; an error that names the one command to type when there is none. */
export function binaries(host = here): string {
  const { found, older } = findBinaries(host);
  if (found) return found;
  const what = older === undefined ? 'there is none here' : `here is only ${older}`;
  throw new Error(
    `These tests need PostgreSQL ${oldest} or later, and ${what}. Type: ${command(host, older !== undefined)}`,
  );
}

/** Brings them where there are none, as far as that is ours to do. */
export function bringBinaries(host = here): void {
  const { found, older } = findBinaries(host);
  // Where the distribution's is too old, installing it again brings no other.
  if (found === undefined && older === undefined && mayInstall(host)) bring(host);
}

const oldest = 14;

function findBinaries({ places, path }: Host): { readonly found?: string; readonly older?: string } {
  const folders = [
    ...places.flatMap((place) => globSync(place).sort((a, b) => versionIn(b) - versionIn(a))),
    ...path.split(delimiter),
  ];
  let older: string | undefined;
  for (const folder of folders) {
    if (folder === '' || !existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) continue;
    const said = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
    if (Number(/\) (\d+)/.exec(said)?.[1] ?? 0) >= oldest) return { found: folder };
    older ??= said || `one that does not start (${folder})`;
  }
  return { ...(older !== undefined && { older }) };
}

function versionIn(folder: string): number {
  return Number(/(\d+)(?:\/bin)?$/.exec(folder)?.[1] ?? 0);
}

function bring(host: Host): void {
  const dropSetting = onlyPrograms(host);
  if (!aptInstall('postgresql', host)) dropSetting();
}

/** No cluster of its own, nothing that runs. Gives what takes the setting back, if it was not there before. */
function onlyPrograms({ etc }: Host): () => void {
  const folder = join(etc, 'postgresql-common');
  const setting = join(folder, 'createcluster.conf');
  if (existsSync(setting)) return () => {};
  mkdirSync(folder, { recursive: true });
  writeFileSync(setting, 'create_main_cluster = false\n');
  return () => rmSync(setting);
}

function command({ isRoot, platform, has, aptGet }: Host, isOlderHere: boolean): string {
  const asRoot = (text: string): string => (isRoot ? text : `sudo ${text}`);
  if (platform === 'darwin') return 'brew install postgresql@17';
  if (has(aptGet)) {
    // Debian 11 and Ubuntu 20.04 have 13 and 12; PostgreSQL's own packages are for them too.
    if (isOlderHere)
      return asRoot(
        `sh -c 'apt-get install -y postgresql-common && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y && apt-get install -y postgresql-17'`,
      );
    return asRoot(isRoot ? `sh -c 'apt-get update && apt-get install -y postgresql'` : 'apt-get install postgresql');
  }
  if (has('/usr/bin/dnf')) return asRoot('dnf install -y postgresql-server');
  if (has('/sbin/apk')) return asRoot('apk add postgresql');
  if (has('/usr/bin/pacman')) return asRoot('pacman -S postgresql');
  return 'install PostgreSQL so that `initdb` is in PATH, and try again';
}
