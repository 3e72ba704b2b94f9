import type { Act } from '../model/words.ts';
import { commandLine, fieldIn } from './call-input.ts';
import { parseCommandLine } from './shell/parse-command-line.ts';
import { programName } from './shell/program-name.ts';
import { answersByExitCode, doingOf, isShow, reportsOnly, successCodes, type Doing } from './shell/programs.ts';
import { hasFallback, showingOf, type Showing } from './shell/shown-parts.ts';
import { printsExitCode } from './failures/printed-exit-code.ts';
import type { SimpleCommand } from './shell/simple-commands.ts';
import { toolDoing } from './tools.ts';

/**
 * A tool call, whichever agent made it, with its command line parsed. A call is parsed once, when it is normalised, and
 * passed along to whatever else needs to know what it runs.
 */
export interface ParsedCall {
  readonly tool: string;
  readonly input: unknown;
  /** The command line it gives to a shell; undefined for other tools. */
  readonly line: string | undefined;
  /** The programs of that line in order, without wrappers; empty for other tools. */
  readonly commands: readonly SimpleCommand[];
  readonly act: Act;
  readonly isTestRun: boolean;
  /** Exit code 1 of its last program is an answer: grep found nothing, diff found something. */
  readonly answers: boolean;
  /** Its exit code is not that of every program in it: behind a pipe a failure looks like success. */
  readonly masked: boolean;
  /** It only prints about its own work, not the content of files and histories: what looks like a failure is one. */
  readonly reports: boolean;
  /** How much of its output is such content. */
  readonly showing: Showing;
  /** It prints the exit code of a command in it, `echo $?`. */
  readonly printsCode: boolean;
  /** It says itself what to do when a command in it fails: `… || echo none`. */
  readonly hasFallback: boolean;
  /** The highest exit code with which its last program reports success: 7 for robocopy, mostly 0. */
  readonly highestSuccess: number;
  /** Names of the programs it runs, each once; null for other tools. */
  readonly programs: readonly string[] | null;
}

export function parseCall(tool: string, input: unknown): ParsedCall {
  const line = commandLine(tool, input);
  if (line !== undefined) return { tool, input, line, ...traitsOf(parseCommandLine(line)) };
  const act = actOfTool(tool, input);
  return {
    tool,
    input,
    line,
    commands: [],
    act,
    isTestRun: false,
    answers: false,
    masked: true,
    reports: act === 'check' || act === 'shell',
    showing: act === 'read' || act === 'search' || act === 'web' ? 'all' : 'none',
    printsCode: false,
    hasFallback: false,
    highestSuccess: 0,
    programs: null,
  };
}

function actOfTool(tool: string, input: unknown): Act {
  const doing = toolDoing(tool);
  if (doing === 'command' || doing === 'script') return 'shell';
  // Editors with one name for all they do, and Codex's `wait`, which waits for a script or for an agent.
  if (doing === 'edit' && fieldIn(input, ['command']) === 'view') return 'read';
  if (doing === 'agent' && fieldIn(input, ['cell_id']) !== undefined) return 'shell';
  return doing;
}

function traitsOf(commands: readonly SimpleCommand[]): Omit<ParsedCall, 'tool' | 'input' | 'line'> {
  let strongest: Doing = 'nothing';
  const doings = commands.map(doingOf);
  for (const doing of doings) {
    if (weight[doing] > weight[strongest]) strongest = doing;
  }
  const last = commands.at(-1);
  const act = strongest === 'nothing' ? 'shell' : strongest === 'test' ? 'check' : strongest;
  return {
    act,
    isTestRun: strongest === 'test',
    answers: last !== undefined && answersByExitCode(last.words),
    masked: commands.some(
      ({ joint }, index) =>
        joint === '|' || joint === '||' || joint === '&' || (joint === ';' && index < commands.length - 1),
    ),
    reports: act === 'check' || act === 'shell' || (act === 'vcs' && commands.every(({ words }) => reportsOnly(words))),
    showing: showingOf(commands, doings),
    printsCode: printsExitCode(commands),
    hasFallback: hasFallback(commands, doings),
    highestSuccess: last === undefined ? 0 : successCodes(last.words),
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
