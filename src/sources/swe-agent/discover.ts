import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../source.ts';

/** SWE-agent writes below the folder it is called in, mini-swe-agent its last run into its settings; others are anywhere. */
export function places({ home, env }: Machine): readonly string[] {
  const here = env['PWD'];
  const mini = env['MSWEA_GLOBAL_CONFIG_DIR'] || join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'mini-swe-agent');
  return [...(env['SWE_AGENT_TRAJECTORY_DIR'] ? [env['SWE_AGENT_TRAJECTORY_DIR']] : []), ...(here ? [join(here, 'trajectories')] : []), join(mini, 'last_mini_run.traj.json')];
}

export async function* trajectories(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    if (place.endsWith('.traj.json')) {
      const entries = await entriesOf(join(place, '..'));
      if (entries.some((entry) => entry.isFile() && entry.name === 'last_mini_run.traj.json')) yield place;
    } else yield* below(place, 5);
  }
}

async function* below(folder: string, depth: number): AsyncIterable<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) yield* below(path, depth - 1);
    else if (entry.isFile() && /\.traj(?:\.json)?$/.test(entry.name)) yield path;
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
