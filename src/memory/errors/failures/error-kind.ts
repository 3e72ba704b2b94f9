import type { FailureClass } from './failure-class.ts';
import type { Command, Action } from '../steps/action.ts';
import type { FinishedCall } from '../steps/finished-call.ts';
import type { Operation } from '../../../model/operation.ts';
import type { DetectedBy, ErrorKind } from '../../../model/words.ts';

/**
 * What kind of failure a call ended in; undefined when it is none. `siblings` are the calls of the same message before
 * it.
 */
export function errorKindOf(
  call: FinishedCall,
  action: Action,
  failureClass: FailureClass,
  siblings: readonly Action[],
): ErrorKind | undefined {
  const { ended, detectedBy, output } = call;
  if (ended === 'ok') return action.asks && foundNothing(output) ? 'benign' : undefined;
  if (ended === 'answered') return 'benign';
  if (call.isOutside && isOfAgent.test(call.reason)) return 'benign';
  if (cancelled.test(output.slice(0, 300))) return 'cascade';
  if (ended === 'denied' || ended === 'interrupted') return siblings.some(isStopped) ? 'cascade' : 'denied';
  if (detectedBy === 'refusal') return 'denied';
  if (call.foreseen) return 'benign';
  return isAnswer(call, action, failureClass) ? 'benign' : 'real';
}

/** About the agent's own program, or what a person typed to it: no work failed. */
const isOfAgent = /^(?:Automatic update failed|Unknown command: \/)/;

/** One refusal stops all the calls of a message; only the first was refused for its own sake. */
function isStopped({ ended }: Action): boolean {
  return ended === 'denied' || ended === 'interrupted';
}

/** What agents print for a call that was cancelled because a call beside it failed. */
const cancelled =
  /^(?:<tool_use_error>)?\s*(?:Sibling tool call errored|Cancelled: parallel tool call|Skipped (?:because|due to) )/i;

/** Nothing was there to be found, which answers the question. */
function isAnswer(
  { operations, output, reason, errorLines, detectedBy, text = '' }: FinishedCall,
  { asks, looks, commands, edits }: Action,
  failureClass: FailureClass,
): boolean {
  if (
    failureClass === 'mistyped' ||
    failureClass === 'unknown-command' ||
    failureClass === 'timed-out' ||
    edits.length > 0
  )
    return false;
  // Listing or searching asks whether something is there; opening it, or searching in it, assumes that it is.
  if (asks)
    return (
      looks.length === 0 &&
      !searchesMissingFile(operations, output) &&
      !assumesFolder(operations, text, output) &&
      !couldNotAsk(output, detectedBy)
    );
  if (commands.length === 0) return false;
  const last = commands.at(-1)!;
  if (last.check !== null || last.verb === 'commit' || last.verb === 'push' || last.words.includes('--check'))
    return false;
  if (output.trim() === '') return last.words[0] !== 'fetch';
  // A state that was asked for, and an exit code that is part of the answer.
  if (detectedBy === 'exit code' && errorLines.length === 0 && isLook(last) && !failing.test(output)) return true;
  // A look in a line of looks that found nothing.
  if (detectedBy === 'error message' && commands.every(isLook)) return true;
  if (!commands.every(isQuestion)) return false;
  return isAbsentPackage.test(reason) || !/\b(?:error|denied|invalid|unauthori[sz]ed)\b/i.test(reason.slice(0, 600));
}
const isAbsentPackage = /\bpackage\b.{0,80}\b(?:not found|not installed)\b/i;

/** It searched in files that it named, and printed nothing but that they do not exist. */
function searchesMissingFile(operations: readonly Operation[], output: string): boolean {
  const searches = operations.filter((each) => each.does === 'search');
  return (
    searches.length > 0 &&
    searches.every(({ path }) => path !== undefined && /\.\w{1,8}$/.test(path) && !/[*?{[]/.test(path)) &&
    output.length <= 2000 &&
    output
      .trim()
      .split('\n')
      .every((line) => isMissing.test(line))
  );
}

/**
 * It listed or searched one folder by its name, as if it were there. Whoever only asks says so, hides the error, lists
 * several, or looks for a file or for a setting that may be there: `.cursor`.
 */
function assumesFolder(operations: readonly Operation[], text: string, output: string): boolean {
  const [only, ...others] = operations;
  if (only === undefined || others.length > 0 || (only.does !== 'list' && only.does !== 'search')) return false;
  const { path } = only;
  return (
    path !== undefined &&
    !/[*?{[]|\.\w+[\\/]?$/.test(path) &&
    !/2> ?\/dev\/null|SilentlyContinue|\|\||\b(?:check|see|verify|test) (?:if|for|whether|existing)\b|\bexists?\b/i.test(
      text,
    ) &&
    output.length <= 2000 &&
    isMissing.test(output)
  );
}
const isMissing = /No such file or directory|does not exist|not found|os error 2/i;

/** The tool itself failed, or nobody let it look. */
function couldNotAsk(output: string, detectedBy: DetectedBy | null): boolean {
  return (detectedBy === 'tool message' && !failureIsAbsence.test(output.slice(0, 600))) || /^sudo: /m.test(output);
}
const failureIsAbsence = /not found|does ?n[o']t exist|no such file|no matches/i;

/** Commands that show a state and change nothing. */
function isQuestion({ words, verb }: Command): boolean {
  if (verb !== null)
    return /^(?:rev-parse|show-ref|ls-files|ls-remote|config|merge-base|check-ignore|cat-file|symbolic-ref|\w+ (?:view|list|status))$/.test(
      verb,
    );
  const [program = '', ...args] = words;
  if (
    /(?:^|\/)(?:which|type|command|test|\[|pgrep|pidof|lsof|ps|ping|nc|dig|host|nslookup|getent|stat|file|ls|find|grep|rg|diff|cmp)$/.test(
      program,
    )
  )
    return true;
  const [first = ''] = args.filter((arg) => !/^--?[\w-]+=/.test(arg));
  return /^(?:-l|-L|-Q\w*|-q\w*|--list|--version|-V|version|list|ls|show|info|inspect|is-active|is-enabled|exists|view)$/.test(
    first,
  );
}

function isLook(command: Command): boolean {
  return (
    isQuestion(command) ||
    /^(?:log|show|diff|status|branch|tag|remote|describe|blame|shortlog|reflog)$/.test(command.verb ?? '') ||
    command.words.includes('status') ||
    /^(?:Get|Select|Where|Test|Format|Write|Measure|Sort)-[A-Z]|^[^\w./\\$]/.test(command.words[0] ?? '')
  );
}

const failing =
  /\b(?:errors?|fail(?:ed|ure)?|fatal|cannot|can't|could not|unable|denied|invalid|refused|not found|not recognized)\b/i;

/** What a call that found nothing answered. */
export function emptyAnswer({ output }: FinishedCall): string {
  const text = output.trim();
  const stated = text.length < 400 && !text.includes('\n') ? text : '';
  return missing.exec(output.slice(0, 4000))?.[0] ?? (stated || 'nothing found');
}

function foundNothing(output: string): boolean {
  return output.length <= 4000 && missing.test(output);
}
const missing =
  /^(?:(?:zsh|bash|sh|\(eval\)):(?:\d+:)? ?(?:line \d+: )?no matches found: |(?:ls|find|stat|cat|head|tail|wc|grep|rg|fd|tree)(?:: [^\n]*)?: (?:[^\n]*: )?(?:No such file or directory|os error 2))[^\n]*/m;
