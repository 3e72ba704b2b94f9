import type { Act } from '../model/words.ts';
import { errorLine, lastLine } from './error-line.ts';
import { readOutput } from './output.ts';
import { verdictIn } from './verdict.ts';

export interface Ended {
  /** Of the call; null when the call is not known any more. */
  readonly act: Act | null;
  readonly answers: boolean;
  readonly masked: boolean;
  readonly output: string;
  readonly exitCode?: number;
  readonly status?: 'ok' | 'failed' | 'denied' | 'interrupted' | 'running';
}

export interface Failure {
  /** What a user would call failed; that it was expected is for `memory/` to find. */
  readonly failed: boolean;
  /** It failed because somebody or some rule said no. */
  readonly denied: boolean;
  /** One line that tells why; null when nothing failed. */
  readonly reason: string | null;
}

/**
 * Whether a call failed. The exit code has the first word, then what the agent says, then the text: agents call a
 * failing command "completed", and a pipe hides the failure from them.
 */
export function failureOf(ended: Ended): Failure {
  const { act, status, output } = ended;
  if (status === 'denied') return { failed: true, denied: true, reason: denial(output) };
  if (status === 'interrupted') return failure('interrupted');
  if (status === 'running') return success;

  const read = readOutput(output);
  const { body } = read;
  const exitCode = ended.exitCode ?? read.exitCode;
  if (exitCode !== undefined && exitCode !== 0) {
    // grep that finds nothing and diff that finds something have done their work, unless they complain.
    if (exitCode === 1 && ended.answers && !complaint.test(body)) return success;
    return failure(telling(body, act) ?? said(`exit code ${exitCode}`, body));
  }
  if (status === 'failed') {
    // Old Claude Code writes "Error" and nothing else for a grep without a match.
    if (ended.answers && exitCode === undefined && /^\s*(?:Error:?)?\s*$/.test(body)) return success;
    return failure(telling(body, act) ?? lastLine(body) ?? 'failed');
  }
  if (isRefused(output)) return { failed: true, denied: true, reason: denial(output) };
  if (isOwnFailure(output, act)) return failure(errorLine(body) ?? lastLine(body) ?? 'failed');

  // An exit code of 0 that covers the whole line is believed.
  const canHide = (act === 'check' || act === 'shell') && ended.masked;
  const verdict = canHide ? verdictIn(body) : undefined;
  return verdict === undefined ? success : failure(verdict);
}

const success: Failure = { failed: false, denied: false, reason: null };
const complaint = /^(?:\S*(?:grep|rg|ag|ack|diff|cmp|test|git|which|bash|sh|zsh)|error|fatal|\S+: line \d+): /m;

function failure(reason: string): Failure {
  return { failed: true, denied: false, reason };
}

function said(what: string, body: string): string {
  const last = lastLine(body);
  return last === undefined ? what : `${what}: ${last}`;
}

/** Agents explain a denial to the model at length; the first sentence is for people. */
function denial(output: string): string {
  const first = output.trim().split('\n', 1)[0]!;
  return /^.{10,200}?[.!](?=\s|$)/.exec(first)?.[0] ?? (first === '' ? 'denied' : first);
}

function telling(body: string, act: Act | null): string | undefined {
  return (act === 'check' || act === 'shell' ? verdictIn(body) : undefined) ?? errorLine(body);
}

/** How agents say that a tool did not do its work, where they have no flag for it. What was read or found may say anything. */
function isOwnFailure(output: string, act: Act | null): boolean {
  if (output.startsWith('<tool_use_error>')) return true;
  if (act === 'read' || act === 'search' || act === 'web') return false;
  return ownFailures.test(output.slice(0, 200));
}
const ownFailures =
  /^(?:apply_patch verification failed|unsupported (?:custom tool )?call: |failed to parse function arguments|failed in sandbox|execution error: |error: Failed to find expected lines|exec_command failed|write_stdin failed|Script failed(?:\n|$)|Error: No such tool available)/;

function isRefused(output: string): boolean {
  return /^(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user for tool use\]|(?:exec command|patch|command) rejected by user|User rejected|The user rejected permission)/.test(output.slice(0, 200));
}
