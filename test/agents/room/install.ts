import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Agent } from '../agent.ts';

const run = promisify(execFile);

/** STEMMA_AGENTS keeps what was installed from one run to the next. */
const shelf = process.env['STEMMA_AGENTS'] ?? join(tmpdir(), 'stemma-agents');

/**
 * The folder in which this version of the agent is installed; `programIn` finds its program there. npm and pip work with
 * this machine's own settings; it is the only step that does.
 */
export async function install(agent: Agent): Promise<string> {
  const { name, package: from, version, unpack, with: others = [] } = agent;
  const folder = join(shelf, `${name}-${version}`);
  const done = join(folder, '.installed');
  if (agent.registry === 'pypi') {
    const wanted = [`${from}==${version}`, ...others];
    if (existsSync(done) && readFileSync(done, 'utf8') === wanted.join(' ')) return folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await run(python(), ['-m', 'venv', join(folder, environmentFolder)], { timeout: 120_000 });
    await run(programIn(folder, 'pip'), ['install', '--quiet', ...wanted], { timeout: 600_000 });
    writeFileSync(done, wanted.join(' '));
    return folder;
  }
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

const environmentFolder = 'python';

/** Agents ask for a newer Python than `python3` may be. */
function python(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const named = ['python3.13', 'python3.12', 'python3'].find((name) =>
    folders.some((folder) => existsSync(join(folder, name))),
  );
  return process.env['STEMMA_PYTHON'] ?? named ?? 'python3';
}

/** A program that a package brought. */
export function programIn(installed: string, name: string): string {
  return join(programsIn(installed), name);
}

/** The folder of all programs that were installed. */
export function programsIn(installed: string): string {
  const environment = join(installed, environmentFolder);
  return existsSync(environment) ? join(environment, 'bin') : join(installed, 'node_modules/.bin');
}
