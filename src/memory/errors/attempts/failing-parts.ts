import type { Action, Command } from '../steps/action.ts';
import { programOf } from '../steps/same-command.ts';

/**
 * The commands of a line that can have failed: those that its error names; else its checks; else the last one, which
 * is what the line was for.
 */
export function failingParts({ commands }: Action, errorText: string): FailingParts {
  if (commands.length < 2) return { parts: commands, isGuess: false };
  const named = namedIn(commands, errorText.toLowerCase());
  if (named.length > 0) return { parts: named, isGuess: false };
  const checks = commands.filter(({ check, fixes }) => check !== null && !fixes);
  if (checks.length > 0) return { parts: checks, isGuess: false };
  const programs = commands.filter(isProgram);
  return { parts: (programs.length > 0 ? programs : commands).slice(-1), isGuess: programs.length > 1 };
}

export interface FailingParts {
  readonly parts: readonly Command[];
  /** Nothing says which of several commands it was. */
  readonly isGuess: boolean;
}

/** Programs sign their errors: `grep: x: No such file`, `zsh: command not found: jq`, `usage: git revert`. */
function namedIn(commands: readonly Command[], errorText: string): readonly Command[] {
  const named = commands.filter(({ words, verb }) => {
    const program = programOf(words[0] ?? '').toLowerCase();
    if (program === '' || program === 'fetch') return false;
    if (verb) return new RegExp(`\\b${verb.replace(/\W/g, '.')}\\b`).test(errorText);
    return [
      `${program}: `,
      `command not found: ${program}`,
      `'${program}' is not recognized`,
      `usage: ${program} `,
    ].some((sign) => errorText.includes(sign));
  });
  if (named.length > 0) return named;
  if (unreachable.test(errorText)) {
    const remote = commands.filter(({ verb }) => verb !== null && reaches.test(verb));
    if (remote.length > 0) return remote;
  }
  return /^(?:fatal|error): /m.test(errorText) ? commands.filter(({ verb }) => verb !== null && !isLook(verb)) : [];
}

/** No remote can be reached: `ssh: connect to host … timed out`. */
const unreachable = /could not read from remote|could not resolve host|unable to access|^ssh: /m;
const reaches = /^(?:push|pull|fetch|clone|ls-remote|remote)$/;

/** Git's commands that show something and change nothing. */
function isLook(verb: string): boolean {
  return /^(?:log|status|diff|show|branch|rev-parse|ls-\w+|blame|shortlog|describe|reflog|\w+ (?:view|list|status|checks|diff))$/.test(
    verb,
  );
}

/** Neither an assignment nor something that only prints. */
function isProgram({ words: [program = ''] }: Command): boolean {
  return (
    /^[\w.~/\\:-]+$/.test(program) && !/^(?:echo|printf|true|exit|sleep|Write-\w+|Start-Sleep|export)$/i.test(program)
  );
}
