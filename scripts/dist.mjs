// Makes dist/ from src/ and stamps it with the hash of what it was made from.
// Types are not checked here: `npm run types` does that, once, and says it better.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinComponents } from './sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');
// The bundler wants a newer Node than ready.mjs may be running on.
const ourNode = join(root, 'node_modules/.bin/node');

export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();
}

/** Builds beside dist/ and then swaps, so that a running command or a failed build never sees half of one. */
export async function build() {
  const madeFrom = hashOfSources();
  const fresh = join(root, `.dist-${process.pid}`);
  const former = join(root, `.dist-${process.pid}-former`);
  try {
    await compile(fresh);
    mkdirSync(fresh, { recursive: true });
    writeFileSync(join(fresh, '.built-from'), madeFrom);
    if (existsSync(dist)) renameSync(dist, former);
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(former, { recursive: true, force: true });
  }
}

/**
 * A few bundled files to run (loading a hundred small ones is most of what starting a command costs), the page, and
 * the types of each entry: three things that need nothing of each other.
 */
async function compile(outDir) {
  const made = await Promise.allSettled([
    run('scripts/bundle.mjs', outDir),
    run('node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', join(outDir, 'web'), '--logLevel', 'warn'),
    compileTypes(outDir),
  ]);
  if (made.some(({ status }) => status === 'rejected'))
    throw new Error('src/ or web/ does not compile; dist/ is left as it was.');
  joinComponents(outDir, join(outDir, 'web'));
}

async function compileTypes(outDir) {
  const declarations = join(outDir, '.declarations');
  await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck', '--outDir', declarations);
  await run('scripts/bundle-types.mjs', declarations, join(outDir, 'types'));
  rmSync(declarations, { recursive: true });
}

function run(program, ...args) {
  const child = spawn(existsSync(ourNode) ? ourNode : process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // Tests set another value, and then the page would be React for development, three times as slow.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`${program} failed`))));
  });
}

/** Contents rather than times: git sets the time of a file to when it was checked out. */
function hashOfSources() {
  const hash = createHash('sha256');
  const add = (path) =>
    hash
      .update(path + '\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  [
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/dist.mjs',
    'scripts/bundle.mjs',
    'scripts/bundle-types.mjs',
    'scripts/chunks.mjs',
    'scripts/inline-forwarders.mjs',
    'scripts/lazy-builtins.mjs',
    'scripts/licences.mjs',
    'scripts/sbom.mjs',
  ].forEach(add);
  ['src', 'web'].flatMap(shippedSources).forEach(add);
  return hash.digest('hex');
}

function shippedSources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'fixtures' ? [] : shippedSources(path);
      return /\.(?:tsx?|css|html|js|svg|json)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : [];
    });
}
