import type { Source } from '../source.ts';
import { about } from './about.ts';
import { places, trajectories } from './discover.ts';
import { documentOf, identify, matches } from './identity.ts';
import { sweAgentReader } from './reader.ts';

/**
 * SWE-agent and mini-swe-agent write one JSON file per run, `<instance>.traj` and `<instance>.traj.json`. See
 * README.md.
 */
export const sweAgent: Source = {
  ...about,
  places,
  discover: trajectories,
  matches,
  identify,
  document: documentOf,
  reader: sweAgentReader,
};
