import { complaintOf } from './complaint.ts';

/**
 * What sort of error a message tells of, as errors are counted by: its code (`TS2345`, `E0308`, `ENOENT`), the name of its
 * exception, `exit 1`; else what it complains of, the program that complains, or `error`.
 */
export function errorTypeOf(message: string): string {
  const text = message.slice(0, 400);
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found.includes(' ') ? found.toLowerCase() : found;
  }
  if (failedTest.test(text)) return 'failing test';
  const complaint = complaintOf(text, '');
  if (complaint !== 'other') return complaint.replaceAll('-', ' ');
  return /^([a-z][\w.-]{1,20}): /.exec(text)?.[1] ?? 'error';
}

const patterns: readonly RegExp[] = [
  /\b(TS\d{3,5}|E\d{4}|SQLSTATE ?\w{5}|CS\d{4}|RUF\d{3}|[EFWB]\d{3})\b/,
  /\b(E(?:NOENT|ACCES|PERM|EXIST|ISDIR|NOTDIR|ADDRINUSE|CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|MFILE|NOSPC|RESOLVE|BUSY))\b/,
  /\b((?:[A-Z]\w*)?(?:Error|Exception|Panic|Warning))\b(?!s)/,
  /\b(panic)\b/,
  /\b(exit (?:code )?\d+)\b/i,
  /(?:^|\b)(command not found|permission denied|no such file or directory|timed out|merge conflict|not a git repository)\b/i,
];

const failedTest = /^(?:not ok\b|[✖×✗] |FAIL\b|FAILED\b|--- FAIL|● )/;
