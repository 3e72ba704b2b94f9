import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Machine } from '../../sources/source.ts';
import type { LiveAgent } from './agent.ts';
import { versionIn } from './version.ts';

/** Whether the agent is on this machine: its folder, or a program of its name. */
export function isPresent(agent: LiveAgent, machine: Machine): boolean {
  return agent.folders(machine).some((folder) => existsSync(folder)) || programOf(agent, machine) !== undefined;
}

/** What the program says its version is. It gets a few seconds and no input; an agent that does not answer has no version. */
export async function versionOf(agent: LiveAgent, machine: Machine, patience = 5_000): Promise<string | undefined> {
  const program = programOf(agent, machine);
  if (program === undefined) return undefined;
  return new Promise((done) => {
    const env = { ...machine.env, HOME: machine.home };
    const child = execFile(program, ['--version'], { timeout: patience, killSignal: 'SIGKILL', env, shell: process.platform === 'win32' }, (_, stdout) => done(versionIn(stdout)));
    child.stdin?.end();
    child.on('error', () => done(undefined));
  });
}

function programOf({ programs }: LiveAgent, { home, env }: Machine): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  return programs
    .flatMap((program) => (program.startsWith('~/') ? [join(home, program.slice(2))] : folders.map((folder) => join(folder, program))))
    .flatMap((path) => endings.map((ending) => path + ending))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
