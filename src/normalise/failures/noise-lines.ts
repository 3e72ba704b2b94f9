/** Advice, lists of options, frames of a stack, parts of PowerShell's records, warnings, notes. */
export function isNoise(line: string): boolean {
  return noise.test(line) || isCode(line);
}
const noise =
  /^\s*(?:hint: |[$>] |npm (?:warn|WARN|notice)\b|npm (?:ERR!|error)(?: *$| (?:code|errno|syscall|path|workspace|location|in workspace|A complete log| +npm run|To see a list|command (?!failed))\b)|(?:Flags|Options|Commands|Arguments|Examples?):$|\+ |At \S+:\d+ char:|\S+:\d+ char:\d+\s*$|at (?:\S+ \(|\S+:\d+|async )|File "[^"]*", line \d|(?:Try|Run) '|Use "|See |For more |Alternatively\b|Check the spelling|the name\.$|-{1,2}[a-zA-Z][\w-]*(?:[ ,=]|$)|[Uu]sage: |(?:\S+: )?(?:[Ww]arning|WARNING|[Nn]ote|NOTE): |WARN(?:ING)?\b|\[(?:INFO|WARN(?:ING)?|DEBUG|STARTED|COMPLETED|SKIPPED|FAILED)\]|i [A-Z]|\d+: 0x|[-=~^|_][-=~^|_ ]*$)/;

/** A line of the source that a diagnostic shows: `> 12 │ let a`, `12 | let a`, `   | ^^^`. */
export function isCode(line: string): boolean {
  return /^\s*(?:>\s*)?(?:\d+\s+)?(?:\d+\s*)?[│|](?:\s(?!Error: )|$)/.test(line);
}

/** An outer program only reports that an inner one failed, or how often something did. */
export function isEcho(line: string): boolean {
  return echoes.some((pattern) => pattern.test(line));
}

const echoes: readonly RegExp[] = [
  // Package managers and runners of scripts
  /^npm (?:ERR!|error) (?:Lifecycle|Test failed|command failed)/i,
  /^(?:\u2009| )?(?:ELIFECYCLE|ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL)\b/,
  /^error Command failed|^error: (?:script "|recipe)|^g?make(?:\[\d+\])?: /i,
  /^\S*error:? .{0,80}(?:exit(?:ed)?|failed) with (?:exit )?code \d+/i,
  /^(?:husky - |[✖×✗] lint-staged|\[?exited? (?:with )?(?:code|status)|Exit status \d)/i,
  // Compilers and linters
  /^error: (?:could not compile|aborting due to|process didn't exit|\d+ (?:errors?|targets?))|^Found \d+ (?:errors?|warnings?)\b|^Failed to compile|^ERROR in \.{0,2}\/|^(?:collect2|clang): error: /i,
  /^[✖×✗] (?:Some (?:errors?|warnings?) (?:were|was) emitted|Build failed)|^(?:FAILURE: )?Build failed\b/i,
  // Test runners
  /^error: test failed, to rerun|^FAILED \(|^FAIL(?:ED)?$|^failed$|^error:?$|^Error Context:|^FAILURES!$|^ImportError while importing test module|^#* ?Error$/i,
  /^[#ℹ] fail |^\d+ (?:tests? )?fail(?:ed|ing|ures?)?\b[^\n]{0,20}$/i,
  /^(?:Tests?|Test (?:Files|Suites)):?\s+(?:\d+ \w+, )*\d+ failed/i,
  // git, when what it called has failed
  /^error: failed to push some refs|^fatal: (?:Could not read from remote repository|failed to write commit object|the remote end hung up)/i,
  // An agent that stopped waiting; what was printed until then may name the cause
  /^Command was (?:automatically )?cancell?ed\b/,
  // A number in place of a message
  /^Error code: \S+$/i,
];
