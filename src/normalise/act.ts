import type { Act } from '../model/words.ts';
import { commandLine, fieldIn } from './call-input.ts';
import { answersByExitCode, doingOf, isProgram, isShow, reportsOnly, type Doing } from './shell/programs.ts';
import type { SimpleCommand } from './shell/shell.ts';
import { toolDoing } from './tools.ts';
import { commandsOf, programName } from './shell/unwrap.ts';

/** What a call does, whichever agent made it. */
export interface Deed {
  readonly act: Act;
  readonly isTestRun: boolean;
  /** Exit code 1 of its last program is an answer: grep found nothing, diff found something. */
  readonly answers: boolean;
  /** Its exit code is not that of every program in it: behind a pipe a failure looks like success. */
  readonly masked: boolean;
  /** It only has its own work to tell of, not what files and histories hold: what looks like a failure is one. */
  readonly reports: boolean;
  /** Names of the programs it runs, each once; null for tools that are no shell. */
  readonly programs: readonly string[] | null;
  /** What it runs, without wrappers; empty for tools that are no shell. */
  readonly commands: readonly SimpleCommand[];
}

export function deedOf(tool: string, input: unknown): Deed {
  const line = commandLine(tool, input);
  if (line !== undefined) return deedOfCommands(commandsOf(line, isProgram));
  const act = actOfTool(tool, input);
  return {
    act,
    isTestRun: false,
    answers: false,
    masked: true,
    reports: act === 'check' || act === 'shell',
    programs: null,
    commands: [],
  };
}

export function actOf(tool: string, input: unknown): Act {
  return deedOf(tool, input).act;
}

export function isTestRun(tool: string, input: unknown): boolean {
  return deedOf(tool, input).isTestRun;
}

function actOfTool(tool: string, input: unknown): Act {
  const doing = toolDoing(tool);
  if (doing === 'command' || doing === 'script') return 'shell';
  // Editors with one name for all they do, and Codex's `wait`, which waits for a script or for an agent.
  if (doing === 'edit' && fieldIn(input, ['command']) === 'view') return 'read';
  if (doing === 'agent' && fieldIn(input, ['cell_id']) !== undefined) return 'shell';
  return doing;
}

function deedOfCommands(commands: readonly SimpleCommand[]): Deed {
  let most: Doing = 'nothing';
  for (const command of commands) {
    const doing = doingOf(command);
    if (weight[doing] > weight[most]) most = doing;
  }
  const last = commands.at(-1);
  const act = most === 'nothing' ? 'shell' : most === 'test' ? 'check' : most;
  return {
    act,
    isTestRun: most === 'test',
    answers: last !== undefined && answersByExitCode(last.words),
    masked: commands.some(
      ({ joint }, index) =>
        joint === '|' || joint === '||' || joint === '&' || (joint === ';' && index < commands.length - 1),
    ),
    reports: act === 'check' || act === 'shell' || (act === 'vcs' && commands.every(({ words }) => reportsOnly(words))),
    programs: programsOf(commands),
    commands,
  };
}

function programsOf(commands: readonly SimpleCommand[]): readonly string[] {
  const names = new Set<string>();
  for (const { words } of commands) {
    const name = programName(words[0]);
    if (name !== '' && name.length < 40 && !isShow(words) && names.size < 8) names.add(name);
  }
  return [...names];
}

/** Of a sequence the most consequential counts. */
const weight: Readonly<Record<Doing, number>> = {
  nothing: 0,
  read: 1,
  search: 2,
  shell: 3,
  web: 4,
  vcs: 5,
  edit: 6,
  check: 7,
  test: 8,
  plan: 0,
  agent: 0,
  other: 0,
};
