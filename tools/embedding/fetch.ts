import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { permissive } from './sources.ts';
import type { TextSource } from './sources.ts';

/** The folder with the unpacked source below `cache`, fetched through npm or apt when it is not there yet. */
export function fetchSource(source: TextSource, cache: string, say: (text: string) => void): string {
  const folder = join(cache, `${source.from}-${source.name.replaceAll('/', '+')}`);
  if (existsSync(folder)) return folder;
  say(`fetching ${source.from} ${source.name}`);
  const fresh = `${folder}.fresh`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  if (source.from === 'npm') fetchNpm(source, fresh);
  else if (source.from === 'debian') fetchDebian(source, fresh);
  else fetchDebianSource(source, cache, fresh);
  renameSync(fresh, folder);
  return folder;
}

function fetchNpm({ name, version }: TextSource, folder: string): void {
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  unpack(folder, '.tgz', (file) => ['tar', ['xzf', file, '--no-same-owner']]);
  const top = join(folder, readdirSync(folder)[0]!);
  const { license } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
    license?: string | { type: string };
  };
  const licence = typeof license === 'object' ? license.type : license;
  if (!licence || !permissive.includes(licence))
    throw new Error(`${name} is under ${licence}, which is not on the list of permissive licences.`);
}

function fetchDebian({ name }: TextSource, folder: string): void {
  execFileSync('apt-get', ['download', '-qq', name], { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
  unpack(folder, '.deb', (file) => ['dpkg-deb', ['-x', file, '.']]);
}

/** With lists of its own: most machines know only where binary packages are. */
function fetchDebianSource({ name }: TextSource, cache: string, folder: string): void {
  const apt = join(cache, 'apt');
  mkdirSync(join(apt, 'lists/partial'), { recursive: true });
  mkdirSync(join(apt, 'archives/partial'), { recursive: true });
  const mirror = /^(?:deb .*?|URIs:\s*)(https?:\/\/\S+)/m.exec(
    execFileSync('sh', ['-c', 'cat /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null || true'], {
      encoding: 'utf8',
    }),
  )?.[1];
  if (!mirror) throw new Error('No Debian mirror is set up on this machine.');
  const release = /VERSION_CODENAME=(\w+)/.exec(readFileSync('/etc/os-release', 'utf8'))![1];
  writeFileSync(join(apt, 'sources.list'), `deb-src ${mirror} ${release} main\n`);
  const options = [
    `Dir::Etc::sourcelist=${apt}/sources.list`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::lists=${apt}/lists`,
    `Dir::Cache=${apt}`,
  ].flatMap((option) => ['-o', option]);
  execFileSync('apt-get', [...options, 'update', '-qq'], { stdio: 'ignore' });
  execFileSync('apt-get', [...options, 'source', '-qq', '--download-only', name], { cwd: folder, stdio: 'ignore' });
  unpack(folder, '', (file) => (/\.orig\.tar\.\w+$/.test(file) ? ['tar', ['xf', file, '--no-same-owner']] : undefined));
}

function unpack(
  folder: string,
  ending: string,
  how: (file: string) => readonly [program: string, args: readonly string[]] | undefined,
): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(ending))) {
    const command = how(file);
    if (command) execFileSync(command[0], command[1], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    rmSync(join(folder, file), { recursive: true });
  }
}
