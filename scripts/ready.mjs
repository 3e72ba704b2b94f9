// Makes a clone ready to run: packages, a Node that is new enough, dist/ (not with --no-build). Says nothing when
// there is nothing to do.
//
// It runs on whatever Node the machine has (20 is enough) and before anything is installed, so it uses only what
// comes with Node. npm puts node_modules/.bin first in PATH, so once that holds `node`, every npm script runs on it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './dist.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const oldestNode = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
const lock = join(root, 'package-lock.json');
const installed = join(root, 'node_modules/.package-lock.json');
const installedByUs = join(root, 'node_modules/.installed-by-ready');
const ourNode = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
// Windows spells it `Path`, and a copy of the environment is no longer blind to case.
const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';

try {
  if (!isInstalled()) install();
  if (!isNewEnough(versionOf(ourNode))) useMachinesNode();
  if (!process.argv.includes('--no-build') && !isBuilt()) {
    say('building dist/');
    await build();
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}

function isInstalled() {
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) return false;
  // A fresh tree can still lack what we need: `NODE_ENV=production npm ci` and `--omit=optional` leave things out.
  // What our own `npm ci` could not get for this platform it will not get the next time either.
  const missing = packagesForThisPlatform().filter(({ path }) => !existsSync(join(root, path)));
  return missing.every(({ optional }) => optional && existsSync(installedByUs));
}

function packagesForThisPlatform() {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'));
  return Object.entries(packages)
    .map(([path, { os, cpu, libc, optional = false }]) => ({ path, os, cpu, libc, optional }))
    .filter(({ os, cpu }) => fits(os, process.platform) && fits(cpu, process.arch))
    .filter(({ libc }) => !libc); // which of the two this machine has is npm's to find out
}

function fits(wanted, here) {
  return !wanted || [wanted].flat().includes(here); // npm writes one name or a list of them
}

function install() {
  say('installing packages (npm ci)');
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  // npm would warn, or refuse, because the machine's Node is older than the one it is about to install.
  args.push('--no-engine-strict', '--loglevel=error');
  const { status } = spawnSync('npm', args, {
    cwd: root,
    // The machine's own npm and Node: ours lives in the folder that `npm ci` deletes first.
    env: { ...process.env, [pathName]: machinesPath() },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('`npm ci` failed; its own message is above.');
  writeFileSync(installedByUs, '');
}

function machinesPath() {
  const folders = (process.env[pathName] ?? '').split(delimiter);
  return folders.filter((folder) => !/node_modules[/\\]\.bin[/\\]?$/.test(folder)).join(delimiter);
}

/** No package for this platform, or one that cannot run here (musl): node_modules/.bin/node then is the machine's. */
function useMachinesNode() {
  if (!isNewEnough(process.versions.node)) {
    throw new Error(
      `Node ${oldestNode} or newer is needed, npm has none for ${process.platform}-${process.arch} and this machine ` +
        `has ${process.versions.node}: please install Node 24 and try again.`,
    );
  }
  if (process.platform === 'win32') return;
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  rmSync(ourNode, { force: true });
  symlinkSync(process.execPath, ourNode);
}

function versionOf(node) {
  if (!existsSync(node)) return '0.0';
  if (realpathSync(node) === process.execPath) return process.versions.node;
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
  return (stdout ?? '').trim().replace('v', '') || '0.0';
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function say(text) {
  process.stderr.write(`stemma: ${text}\n`);
}
