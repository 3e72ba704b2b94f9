import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files-below.ts';

const root = join(import.meta.dirname, '..');

/**
 * src/ translated file for file, so that its rooms can be called and distinguished in a profile: in dist/ they are
 * bundled. It is the same code, and only loading it is slower, which is never measured on it. The command line is
 * measured on dist/.
 */
export function freshBuild(): string {
  const out = join(import.meta.dirname, '.build');
  const stamp = join(out, 'built-from');
  const sources = filesBelow(join(root, 'src')).filter((path) => path.endsWith('.ts') && !path.includes('/fixtures/'));
  const hash = createHash('sha256');
  for (const path of sources) hash.update(`${path}\0`).update(readFileSync(path));
  const madeFrom = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) return out;

  rmSync(out, { recursive: true, force: true });
  const options = [
    '-p',
    'tsconfig.build.json',
    '--noCheck',
    '--declaration',
    'false',
    '--emitDeclarationOnly',
    'false',
    '--outDir',
    out,
  ];
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('src/ does not compile.');
  writeFileSync(stamp, madeFrom);
  return out;
}
