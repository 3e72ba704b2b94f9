import { unknownCall } from './call-traits.ts';
import { errorLines, keyLines } from './error-line.ts';
import { failureOf } from './failure.ts';
import { isRefusal } from './refusal.ts';
import { failedText } from './failed-text.ts';
import { firstLine } from '../text/one-line.ts';
import { readOutput } from './output.ts';
import { resultSummary } from '../text/summary.ts';

export interface Reasons {
  /**
   * The reason in one line, likeliest first: the program that printed it may have been a shell or not. Empty where only
   * `errorLines` show it. Redacted.
   */
  readonly reasons: readonly string[];
  /** The lines that state errors, most informative first, as printed. */
  readonly errorLines: readonly string[];
  /** The output itself, or both its ends. */
  readonly body: string;
}

/**
 * The reasons in an error output of an unknown call. It is read like a failing call's output, so that the same failure
 * gets the same line.
 */
export function reasonsIn(text: string, maxErrorLines: number): Reasons {
  const output = readOutput(text);
  const body = failedText(output.body);
  const found = [...new Set([...errorLines(body, maxErrorLines), ...keyLines(body, maxErrorLines)])].slice(
    0,
    maxErrorLines,
  );
  const status = isRefusal(output.body) ? 'denied' : 'failed';
  const asPrintedBy = (programs: readonly string[] | null): string => {
    const { reason } = failureOf({ ...unknownCall, reports: true, programs, output, status });
    return reason === null || reason === 'failed' ? '' : resultSummary('', reason);
  };
  // Programs print anything before the line that matters; tools that are no shell print it first.
  const likeliest = found.length > 0 ? [asPrintedBy([]), asPrintedBy(null)] : [asPrintedBy(null), asPrintedBy([])];
  const reasons = [...new Set(likeliest.filter((reason) => /[\p{L}\p{N}]/u.test(reason)))];
  const isEmpty = reasons.length === 0 && found.length === 0;
  return { reasons: isEmpty ? [resultSummary('', firstLine(body))] : reasons, errorLines: found, body };
}
