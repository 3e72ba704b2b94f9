import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './temporary.ts';

/** The program as people run it. */
export const bin = join(import.meta.dirname, '../bin/stemma.js');

const preload = pathToFileURL(join(import.meta.dirname, 'child/peak-memory.mjs')).href;

/** Node with these arguments in a process of its own, its output read through a pipe. */
export function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly stdout: string; readonly ms: number } {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, maxBuffer: 2 ** 28, encoding: 'utf8' });
  const ms = performance.now() - started;
  if (status !== 0) throw new Error(`\`${args.join(' ')}\` ended with ${status}:\n${stderr}`);
  return { stdout, ms };
}

/** The most memory it takes, in bytes. */
export function peakOf(args: readonly string[], env: NodeJS.ProcessEnv): number {
  using folder = temporaryFolder();
  const file = join(folder.path, 'peak');
  runNode(['--import', preload, ...args], { ...env, STEMMA_BENCH_PEAK: file });
  return Number(readFileSync(file, 'utf8'));
}
