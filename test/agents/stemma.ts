import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment } from './room.ts';

const main = join(import.meta.dirname, '../../dist/main.js');

/** The built command, in a room. */
export async function stemma(home: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { cwd: home, env: environment(home), maxBuffer: 1 << 28 });
  return stdout;
}
