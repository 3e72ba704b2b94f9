import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { programsIn } from './install.ts';
import { environment } from './room.ts';

export const mainFile = join(import.meta.dirname, '../../../dist/main.js');

/** The built command, in a room. It finds the agent through `programs`. */
export async function stemma(
  home: string,
  args: readonly string[],
  { programs, env: more }: { readonly programs?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const env: Record<string, string> = { ...environment(home), ...more };
  if (programs) env['PATH'] = [programsIn(programs), env['PATH']].join(delimiter);
  const { stdout } = await promisify(execFile)(process.execPath, [mainFile, ...args], {
    cwd: home,
    env,
    maxBuffer: 1 << 28,
  });
  return stdout;
}
