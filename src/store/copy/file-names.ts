import { isMachineName } from '../../platform/machine-name.ts';

// A file of this machine is named by its path; one of another machine by `machine:path`, as in scp. No path on disk
// looks like that: those begin with a slash, or with the one letter of a drive.

/** The name of a file in an archive that several machines share. */
export function nameForAll(name: string, machine: string): string {
  return isOfAMachine(name) ? name : `${machine}:${name}`;
}

/** The name on the machine itself. */
export function nameFor(machine: string, shared: string): string {
  return shared.startsWith(`${machine}:`) ? shared.slice(machine.length + 1) : shared;
}

function isOfAMachine(name: string): boolean {
  const colon = name.indexOf(':');
  return colon > 0 && isMachineName(name.slice(0, colon));
}
