import { failureClassOf, type FailureClass } from './failure-class.ts';

/**
 * The type errors are counted by: the code in a message (`TS2345`, `E0308`, `ENOENT`), the name of its exception,
 * `failing test`, `exit 1`; else the class of the failure, the program that printed it, or `error`.
 */
export function errorTypeOf(message: string): string {
  const text = message.slice(0, 400);
  for (const pattern of codes) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  for (const [pattern, name] of phrases) if (pattern.test(text)) return name;
  const exit = /\bexit(?:ed with)? (?:code |status )?(\d+)\b/i.exec(text)?.[1];
  if (exit !== undefined) return `exit ${exit}`;
  const failureClass = failureClassOf(text, '');
  if (failureClass !== 'other') return names[failureClass];
  return /^(?!error|warning|failed|failure)([a-z][\w.-]{1,20}): /.exec(text)?.[1] ?? 'error';
}

/** `Error:` alone is how most of them begin, and is not a type. */
const codes: readonly RegExp[] = [
  /\b(TS\d{3,5}|E\d{4}|SQLSTATE ?\w{5}|CS\d{4}|RUF\d{3}|[EFWB]\d{3})\b/,
  /\b(E(?:NOENT|ACCES|PERM|EXIST|ISDIR|NOTDIR|ADDRINUSE|CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|MFILE|NOSPC|RESOLVE|BUSY))\b/,
  /\b([A-Z]\w*(?:Error|Exception|Panic|Warning))\b/,
];

const phrases: readonly (readonly [RegExp, string])[] = [
  [/^(?:not ok\b|[✖×✗] |FAIL\b|FAILED\b|\(fail\)|--- FAIL|● |\d+\) \[|\d+ fail(?:ed|ing|ures?)?\b)/, 'failing test'],
  [/\bpanic(?:ked)?\b/i, 'panic'],
  [/\bcommand not found\b/i, 'command not found'],
  [/\bpermission denied\b/i, 'permission denied'],
  [/\bno such file or directory\b/i, 'no such file or directory'],
  [/\bmerge (?:conflict|failed)\b|\bfix conflicts\b/i, 'merge conflict'],
  [/\bnot a git repository\b/i, 'not a git repository'],
  // An edit names the text it wants to replace.
  [
    /\b(?:string|text|lines)\b[^.]{0,60}\bnot found\b|\b(?:could not|failed to) find\b[^.]{0,40}\b(?:text|match|lines|old_?string)\b/i,
    'text not found',
  ],
  [/\bexceeds? (?:the )?max|\btoo (?:large|long|big)\b/i, 'too large'],
];

const names: Readonly<Record<Exclude<FailureClass, 'other'>, string>> = {
  unread: 'file not read',
  stale: 'file changed',
  absent: 'not found',
  mistyped: 'wrong usage',
  'unknown-command': 'unknown command',
  'nothing-to-do': 'nothing to do',
  'timed-out': 'timed out',
  misplaced: 'wrong folder',
  outside: 'out of reach',
};
