import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folder of PostgreSQL's programs; an error that names the one command to type when there is none. */
export function binaries(): string {
  const found = findBinaries();
  if (found) return found;
  throw new Error(`These tests need PostgreSQL 14 or later, and there is none here. Type: ${command()}`);
}

/** Brings them where there are none, as far as that is ours to do: on a machine we are root of, such as a fresh CI container, by its package manager. */
export function bringBinaries(): void {
  if (findBinaries() === undefined) bring();
}

function findBinaries(): string | undefined {
  const folders = [
    ...globSync('/usr/lib/postgresql/*/bin').sort((a, b) => version(b) - version(a)),
    ...globSync(['/opt/homebrew/opt/postgresql*/bin', '/usr/local/opt/postgresql*/bin', '/usr/pgsql-*/bin']).sort().toReversed(),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

function version(folder: string): number {
  return Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
}

function bring(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stderr.write('stemma: installing PostgreSQL for the tests (apt-get install postgresql)\n');
  // Only the programs: no cluster of its own, nothing that runs.
  mkdirSync('/etc/postgresql-common', { recursive: true });
  if (!existsSync('/etc/postgresql-common/createcluster.conf')) writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', 'postgresql'], { env, encoding: 'utf8' });
  let run = install();
  if (run.status !== 0) {
    spawnSync('apt-get', ['update'], { env, stdio: 'ignore' });
    run = install();
  }
  if (run.status !== 0) process.stderr.write(`stemma: apt-get could not: ${run.stderr.trim().split('\n').at(-1)}\n`);
}

function command(): string {
  if (process.platform === 'darwin') return 'brew install postgresql';
  if (existsSync('/usr/bin/apt-get')) return 'sudo apt-get install postgresql';
  if (existsSync('/usr/bin/dnf')) return 'sudo dnf install postgresql-server';
  return 'install PostgreSQL so that `initdb` is in PATH, and try again';
}
