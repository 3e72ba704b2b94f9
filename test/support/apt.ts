import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs a Debian package where that is ours to do: on a machine we are root of, such as a fresh CI container. */
export function aptInstall(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stderr.write(`stemma: installing ${name} for the tests (apt-get install ${name})\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', name], { env, encoding: 'utf8' });
  let run = install();
  if (run.status !== 0) {
    spawnSync('apt-get', ['update'], { env, stdio: 'ignore' });
    run = install();
  }
  if (run.status !== 0) process.stderr.write(`stemma: apt-get could not: ${run.stderr.trim().split('\n').at(-1)}\n`);
}
