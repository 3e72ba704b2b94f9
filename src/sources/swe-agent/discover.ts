import { join } from 'node:path';
import { entriesOf, filesBelow } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';

/**
 * SWE-agent writes below the folder it is called in, mini-swe-agent its last run into its settings; others are
 * anywhere.
 */
export function places({ home, env }: Machine): readonly string[] {
  const here = env['PWD'];
  const mini =
    env['MSWEA_GLOBAL_CONFIG_DIR'] || join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'mini-swe-agent');
  return [
    ...(env['SWE_AGENT_TRAJECTORY_DIR'] ? [env['SWE_AGENT_TRAJECTORY_DIR']] : []),
    ...(here ? [join(here, 'trajectories')] : []),
    join(mini, 'last_mini_run.traj.json'),
  ];
}

export async function* trajectories(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    if (place.endsWith('.traj.json')) {
      const entries = await entriesOf(join(place, '..'));
      if (entries.some((entry) => entry.isFile() && entry.name === 'last_mini_run.traj.json')) yield place;
    } else yield* filesBelow(place, { named: /\.traj(?:\.json)?$/, depth: 6 });
  }
}
