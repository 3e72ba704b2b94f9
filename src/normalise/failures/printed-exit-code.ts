import { answersByExitCode } from '../shell/programs.ts';
import { programName } from '../shell/program-name.ts';
import type { SimpleCommand } from '../shell/simple-commands.ts';

/** Whether a line prints the exit code of a command in it: `npm test; echo "exit=$?"`. In a pipe it is another's code. */
export function printsExitCode(commands: readonly SimpleCommand[]): boolean {
  return commands.some(
    ({ words }, at) =>
      at > 0 &&
      printers.test(programName(words[0])) &&
      words.some((word) => code.test(word)) &&
      commands[at - 2]?.joint !== '|' &&
      !answersByExitCode(commands[at - 1]!.words),
  );
}
const printers = /^(?:echo|printf|write-(?:host|output))$/i;
const code = /\$\?|\$\{?(?:LASTEXITCODE|PIPESTATUS|rc|exit_?code|status)\b|%ERRORLEVEL%/i;

/** The line in which such a command line prints a code, the first that is not 0 if there is one; undefined without any. */
export function printedExitCode(text: string): { readonly line: string; readonly exitCode: number } | undefined {
  let first: { readonly line: string; readonly exitCode: number } | undefined;
  for (const [line, named, bare] of text.slice(-8000).matchAll(printed)) {
    const exitCode = Number(named ?? bare);
    if (exitCode !== 0) return { line: line.trim(), exitCode };
    first ??= { line: line.trim(), exitCode };
  }
  return first;
}
const printed =
  /^[^\n]{0,60}?\b(?:exit(?:ed)?(?:[ _-]?(?:code|status))?|rc|status|ret|LASTEXITCODE)[ \t]*(?:[:=]|is|was)?[ \t]*(-?\d{1,10})\b[^\n]{0,40}$|^[ \t]*(\d{1,3})[ \t]*$/gim;
