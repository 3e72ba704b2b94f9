import type { Machine } from '../../sources/source.ts';
import type { Run } from '../run.ts';

/** The machine with this run's home: the spool of the hooks is there, wherever `--home` puts it. */
export function machineOf({ app: { machine }, settings }: Run): Machine {
  return { ...machine, env: { ...machine.env, STEMMA_HOME: settings.home } };
}
