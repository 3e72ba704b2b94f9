import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Agent } from '../agent.ts';

const run = promisify(execFile);

/** STEMMA_AGENTS keeps what was installed from one run to the next. */
const shelf = process.env['STEMMA_AGENTS'] ?? join(tmpdir(), 'stemma-agents');

/**
 * The folder in which this version of the agent is installed; `node_modules/.bin` below it has its program. npm works
 * with this machine's own settings; it is the only step that does.
 */
export async function install({ name, package: from, version, unpack, with: others = [] }: Agent): Promise<string> {
  const folder = join(shelf, `${name}-${version}`);
  const done = join(folder, '.installed');
  const wanted = [...(unpack ? [] : [`${from}@${version}`]), ...others];
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted.join(' ')) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const npm = (...args: string[]) =>
    run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, timeout: 600_000 });
  if (wanted.length > 0) await npm('install', '--no-save', ...wanted);
  // After the others: npm removes what it did not put there itself.
  if (unpack) {
    const { stdout } = await npm('pack', `${from}@${version}`, '--silent');
    await run('tar', ['xzf', stdout.trim()], { cwd: folder });
    mkdirSync(join(folder, 'node_modules', from, '..'), { recursive: true });
    renameSync(join(folder, 'package'), join(folder, 'node_modules', from));
  }
  writeFileSync(done, wanted.join(' '));
  return folder;
}

/** A program that a package brought. */
export function programIn(installed: string, name: string): string {
  return join(installed, 'node_modules/.bin', name);
}
