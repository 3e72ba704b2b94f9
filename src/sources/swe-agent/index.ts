import type { Source } from '../source.ts';
import { places, trajectories } from './discover.ts';
import { documentOf, flavor, identify, recognises } from './identity.ts';
import { sweAgentReader } from './reader.ts';

/**
 * SWE-agent and mini-swe-agent write one JSON file per run, `<instance>.traj` and `<instance>.traj.json`. See
 * README.md.
 */
export const sweAgent: Source = {
  name: 'swe-agent',
  flavor,
  title: 'SWE-agent',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, durations: true },
  places,
  discover: trajectories,
  recognises,
  identify,
  document: documentOf,
  reader: sweAgentReader,
};
