import type { Act } from '../../model/words.ts';
import { errorLine, lastLine } from './error-line.ts';
import { firstFailureLine } from './failed-start.ts';
import { cut, firstLine, plain } from '../text/one-line.ts';
import type { Output } from './output.ts';
import { twoEnds } from '../text/two-ends.ts';
import { mayHoldVerdict, verdictIn } from './verdict.ts';

export interface Ended {
  /** Of the call; null when the call is no longer known. */
  readonly act: Act | null;
  readonly answers: boolean;
  readonly masked: boolean;
  /** What the call prints is about its own work; see `ParsedCall`. */
  readonly reports: boolean;
  /** What it runs; null when it is no shell. */
  readonly programs: readonly string[] | null;
  readonly output: Output;
  readonly exitCode?: number | undefined;
  readonly status?: 'ok' | 'failed' | 'denied' | 'interrupted' | 'running' | undefined;
}

export interface Failure {
  /** Whether a user would call it failed; whether it was expected is decided in `memory/`. */
  readonly failed: boolean;
  /** It failed because a person or a rule refused it. */
  readonly denied: boolean;
  /** One line with the reason; null when nothing failed. */
  readonly reason: string | null;
}

/**
 * Whether a call failed. The exit code counts first, then what the agent recorded, then the text: agents call a failing
 * command "completed", and a pipe hides the failure from them.
 */
export function failureOf(ended: Ended): Failure {
  const { act, status } = ended;
  const { body } = ended.output;
  if (status === 'denied') return { failed: true, denied: true, reason: denial(body) };
  if (status === 'interrupted') return failure('interrupted');
  if (status === 'running') return success;

  const exitCode = ended.exitCode ?? ended.output.exitCode;
  if (exitCode !== undefined && exitCode !== 0) {
    // grep that finds nothing and diff that finds something have done their work, unless they print an error.
    if (exitCode === 1 && ended.answers && !errorMessage.test(body)) return success;
    return failure(reasonIn(body, ended) ?? withLastLine(`exit code ${exitCode}`, body));
  }
  if (status === 'failed') {
    // Old Claude Code writes "Error" and nothing else for a grep without a match.
    if (ended.answers && exitCode === undefined && /^\s*(?:Error:?)?\s*$/.test(body)) return success;
    return failure(reasonIn(body, ended) ?? lastLine(body) ?? 'failed');
  }
  if (isRefusal(body)) return { failed: true, denied: true, reason: denial(body) };
  if (isOwnFailure(body, act)) return failure(reasonIn(body, ended) ?? lastLine(body) ?? 'failed');

  // An exit code of 0 for the whole line is trusted, unless a wrapper around git has lost that of a hook.
  if (!ended.masked && (exitCode === 0 || status === 'ok'))
    return (act === 'vcs' && ended.reports && stoppedByHook(body)) || success;
  return hidden(body, ended);
}

/** A failure that only the text shows: the exit code was lost in a pipe, or never recorded. */
function hidden(body: string, { act, reports, programs }: Ended): Failure {
  const errorMessage = programs === null ? undefined : firstFailureLine(body.slice(0, 4000), act, programs);
  if (errorMessage !== undefined) return failure(errorMessage);
  if (!reports) return success;
  const ends = twoEnds(body);
  if (!mayHoldVerdict(ends)) return success;
  const text = plain(ends);
  if (act === 'vcs') {
    const own = gitsOwn.exec(text)?.[0];
    if (own !== undefined) return failure(own);
    // The hooks ran, and it was accepted.
    if (landed.test(text)) return success;
  }
  const verdict = verdictIn(text);
  return verdict === undefined ? success : failure(errorLine(text) ?? verdict);
}
/** A hook ran last and refused it. */
function stoppedByHook(body: string): Failure | undefined {
  const text = plain(twoEnds(body));
  if (landed.test(text) || !hookFailed.test(text.slice(-300).trimEnd())) return undefined;
  return failure(errorLine(text) ?? lastLine(body) ?? 'failed');
}
const hookFailed =
  /^(?:husky - [^\n]*(?:failed|exited with code [1-9])[^\n]*|error: failed to push some refs[^\n]*|[\w-]+ hook (?:failed|declined)[^\n]*)$(?![\s\S]*\n)/m;
const gitsOwn = /^(?:error: failed to push|fatal: |error: pathspec |CONFLICT \(| ! \[(?:remote )?rejected\])[^\n]*/m;
const landed =
  /^\[[^\]\n]+ [0-9a-f]{7,40}\] |^ +(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\* \[new (?:branch|tag)\]) |^Everything up-to-date|^Already up to date/m;

const success: Failure = { failed: false, denied: false, reason: null };
const errorMessage = /^(?:\S*(?:grep|rg|ag|ack|diff|cmp|test|git|which|bash|sh|zsh)|error|fatal|\S+: line \d+): /m;

function failure(reason: string): Failure {
  return { failed: true, denied: false, reason };
}

function withLastLine(what: string, body: string): string {
  const last = lastLine(body);
  return last === undefined ? what : `${what}: ${last}`;
}

/** Agents explain a denial to the model at length; the first sentence is for people. */
function denial(output: string): string {
  const first = output.trim().split('\n', 1)[0]!;
  return /^.{10,200}?[.!](?=\s|$)/.exec(first)?.[0] ?? (first === '' ? 'denied' : first);
}

function reasonIn(output: string, { programs }: Ended): string | undefined {
  const body = output.startsWith('Script failed\n') ? output.replace(scriptHeader, '') : output;
  const own = ownWords(body);
  if (own !== undefined) return own;
  const text = plain(twoEnds(body));
  // A tool that is no shell reports the error first, and then shows its input.
  const first = programs === null ? toolMessage(text) : undefined;
  return first ?? errorLine(text) ?? verdictIn(text);
}

/** What the agent wrote about the call, before or after the call's output. */
function ownWords(body: string): string | undefined {
  const head = body.slice(0, 600);
  const own =
    ownFailures.test(head) && !head.startsWith('failed in sandbox')
      ? head.split('\n', 1)[0]
      : (timedOut.exec(head) ?? timedOut.exec(body.slice(-300)))?.[0];
  return own?.trim();
}
const scriptHeader = /^Script failed\n(?:Wall time[^\n]*\n)?(?:Output:\n)?(?:Script error:\n)?/;
const timedOut =
  /^(?:Error: |failed in sandbox \w+ with execution error: )?[Cc]ommand timed out(?: after(?: [\d.]+ ?(?:ms|milliseconds|s|seconds|m|minutes|h)\b)+)?/m;

function toolMessage(text: string): string | undefined {
  const first = firstLine(text.slice(0, 4000)).replace(/<\/?tool_use_error>/g, '');
  if (first === '' || /^(?:#|Traceback \()/.test(first)) return undefined;
  const [next] =
    first.endsWith(':') && first.length < 80
      ? text
          .slice(text.indexOf(first) + first.length)
          .trimStart()
          .split('\n', 1)
      : [];
  return cut(next === undefined ? first : `${first} ${next.replace(/<\/?tool_use_error>/g, '')}`, 400);
}

/** How agents state that a tool failed, where they have no flag for it. What was read or found may contain anything. */
function isOwnFailure(output: string, act: Act | null): boolean {
  if (output.startsWith('<tool_use_error>')) return true;
  if (act === 'read' || act === 'search' || act === 'web') return false;
  return ownFailures.test(output.slice(0, 200)) || /^Script failed(?:\n|$)/.test(output);
}
const ownFailures =
  /^(?:apply_patch verification failed|unsupported (?:custom tool )?call: |failed to parse function arguments|failed in sandbox|execution error: |error: Failed to find expected lines|exec_command failed|write_stdin failed|Error: No such tool available)/;

/** How agents state that a person refused a call, where they have no flag for it. */
export function isRefusal(output: string): boolean {
  return /^(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user for tool use\]|(?:exec command|patch|command) rejected by user|User rejected|The user rejected permission)/.test(
    output.slice(0, 200),
  );
}
