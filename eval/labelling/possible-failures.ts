import type { Node } from '../../src/ask/judge/transcript.ts';

/**
 * Whether a person who looks for failures would look at this result. Coarse, and none of stemma's own reading of
 * errors: sessions are drawn to find out what that misses.
 */
export function mayShowFailure({ result }: Node): boolean {
  if (result === null) return false;
  const lines = result.text.split('\n').filter((line) => line.trim() !== '');
  const ends = [...lines.slice(0, 5), ...lines.slice(5).slice(-5)].join('\n');
  return result.ending !== '' || complaint.test(ends);
}

const complaint =
  /^\W*(?:error|fatal|fail(?:ed|ure)?|traceback|usage)\b|\w(?:Error|Exception)\b|\b(?:exit|exited|status|code)\b\D{0,12}[1-9]|\b(?:not found|no such|denied|refused|rejected|blocked|timed out|cannot|could not|can't|unable to|must be)\b|\b[1-9]\d* (?:errors?|failed|failures|failing)\b|[❌✗✖]/im;
