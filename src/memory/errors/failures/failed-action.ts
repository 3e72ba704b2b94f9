import type { CheckKind } from '../../../model/operation.ts';
import type { FailedAction } from '../attempts/fix-tracker.ts';
import type { Action } from '../steps/action.ts';
import type { FinishedCall } from '../steps/finished-call.ts';
import { failedChecks } from './failed-checks.ts';
import type { FailureClass } from './failure-class.ts';
import { namedFiles } from './named-files.ts';
import { problemsIn } from './problems.ts';

/** A failed call and what its output shows. */
export function failedActionOf(
  { output, reason, errorLines }: FinishedCall,
  action: Action,
  failureClass: FailureClass,
): FailedAction {
  const hooked = action.commands.some(({ verb }) => verb === 'commit' || verb === 'push' || verb === 'merge');
  const checks = hooked ? failedChecks(output) : compilerChecks(errorLines);
  return {
    action,
    failureClass,
    errorText: [reason, ...errorLines].join('\n').slice(0, longestErrorText),
    advice: output.length <= 2 * longestAdvice ? output : output.slice(0, longestAdvice) + output.slice(-longestAdvice),
    files: namedFiles(output, errorLines),
    problems: problemsIn(output, reason === '' ? errorLines : [reason, ...errorLines]),
    ranHook:
      (hooked && checks.size > 0) ||
      (hooked && hookMark.test(output)) ||
      (failureClass === 'other' && action.commands.some(({ verb }) => verb === 'commit') && !ownToGit.test(output)),
    checks,
  };
}

/** Whatever ran the compiler, such as a script before the tests: its check of types proves that they are right again. */
function compilerChecks(errorLines: readonly string[]): ReadonlySet<CheckKind> {
  return new Set(errorLines.some((line) => compilerError.test(line)) ? ['type'] : []);
}
const compilerError = /\berror TS\d+:/;

/** How git itself says that there is no commit. Anything else was printed by what it runs before. */
const ownToGit =
  /^(?:fatal|error): |^(?:nothing|no changes) added|nothing to commit|^Aborting commit|tell me who you are/m;
const hookMark = /\bhusky\b|lint-staged|pre-(?:commit|push)\b|commit-msg|\bhook\b/i;
const longestErrorText = 6_000;
const longestAdvice = 2_000;
