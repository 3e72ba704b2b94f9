import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What installing a package depends on; a test has another. */
export interface AptHost {
  readonly isRoot: boolean;
  readonly aptGet: string;
  /** Whether a program is here, by its whole path. */
  readonly has: (program: string) => boolean;
  readonly say: (text: string) => void;
}

export const aptHere: AptHost = {
  isRoot: process.getuid?.() === 0,
  aptGet: '/usr/bin/apt-get',
  has: existsSync,
  say: (text) => void process.stderr.write(text),
};

/** Whether installing is ours to do: on a machine we are root of, such as a fresh CI container. */
export function mayInstall({ isRoot, aptGet, has }: AptHost): boolean {
  return isRoot && has(aptGet);
}

/** Installs a Debian package; says so, and why not when it cannot. Never asks, never waits for long. */
export function aptInstall(name: string, { aptGet, say }: AptHost): boolean {
  say(`stemma: installing ${name} for the tests (apt-get install ${name})\n`);
  // A network that is not there must be noticed, and another apt be waited for, but not for ever.
  const common = [
    '-y',
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'Acquire::https::Timeout=20',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'DPkg::Lock::Timeout=60',
  ];
  const run = (...words: readonly string[]) =>
    spawnSync(aptGet, [...words], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 10 * 60_000,
    });
  const install = () =>
    run('install', ...common, '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', name);
  let installed = install();
  // A fresh image has no lists of packages, an old one has lists of what is gone.
  if (installed.status !== 0 && run('update', ...common).status === 0) installed = install();
  if (installed.status === 0) return true;
  say(
    `stemma: apt-get could not: ${(installed.stderr || String(installed.error ?? 'no reason given')).trim().split('\n').at(-1)}\n`,
  );
  return false;
}
