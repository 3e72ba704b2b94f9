import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import type { Machine } from '../../sources/source.ts';
import type { InstallableAgent } from '../../sources/agent/descriptor.ts';
import { versionIn } from '../../sources/agent/version.ts';

/** Whether the agent is on this machine: its folder, or a program of its name. */
export function isPresent(agent: InstallableAgent, machine: Machine): boolean {
  return agent.install.folders(machine).some((folder) => existsSync(folder)) || programOf(agent, machine) !== undefined;
}

/**
 * From the name or the package of the program, else from its `--version` output, with a timeout and no input. Undefined
 * when it prints none.
 */
export async function versionOf(
  agent: InstallableAgent,
  machine: Machine,
  patience = 10_000,
): Promise<string | undefined> {
  const program = programOf(agent, machine);
  if (program === undefined) return undefined;
  return versionOnDisk(program) ?? (await versionPrinted(program, machine, patience));
}

/** Installers name the file by its version, npm puts package.json beside it; both are faster than starting it. */
function versionOnDisk(program: string): string | undefined {
  try {
    const file = realpathSync(program);
    if (/^\d+\.\d+\.\d+$/.test(basename(file))) return basename(file);
    for (const folder of [dirname(file), dirname(dirname(file))]) {
      const path = join(folder, 'package.json');
      if (!existsSync(path)) continue;
      const { version, bin } = JSON.parse(readFileSync(path, 'utf8')) as {
        version?: string;
        bin?: Readonly<Record<string, string>>;
      };
      if (version && bin && basename(program) in bin) return version;
    }
  } catch {
    // The program can still be started.
  }
  return undefined;
}

function versionPrinted(program: string, machine: Machine, patience: number): Promise<string | undefined> {
  return new Promise((done) => {
    const env = { ...machine.env, HOME: machine.home };
    const child = execFile(
      program,
      ['--version'],
      { timeout: patience, killSignal: 'SIGKILL', env, shell: process.platform === 'win32' },
      (_, stdout) => done(versionIn(stdout)),
    );
    child.stdin?.end();
  });
}

function programOf({ install: { programs } }: InstallableAgent, { home, env }: Machine): string | undefined {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  return programs
    .flatMap((program) =>
      program.startsWith('~/') ? [join(home, program.slice(2))] : folders.map((folder) => join(folder, program)),
    )
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
