import type { Ending } from '../../model/event-facts.ts';
import type { Act, DetectedBy } from '../../model/words.ts';
import type { CallTraits } from './call-traits.ts';
import { cutShort } from './cut-short.ts';
import { echoLine, errorLine, lastLine, mentionLine } from './error-line.ts';
import { errorMessage } from './error-message.ts';
import { errorPage } from './error-page.ts';
import { mayHoldRecord, recordedError } from './error-record.ts';
import { errorReply, messageIn } from './error-reply.ts';
import { failedText } from './failed-text.ts';
import { firstFailureLine } from './failed-start.ts';
import { cut, firstLine, plain } from '../text/one-line.ts';
import type { Output } from './output.ts';
import { twoEnds } from '../text/two-ends.ts';
import { hasHookCrashed, isGuarded, isRefusal } from './refusal.ts';
import { printedExitCode } from './printed-exit-code.ts';
import { hasPrintedFallback } from './printed-fallback.ts';
import { toolMessage } from './tool-message.ts';
import { hasPassed, mayHoldVerdict, verdictIn } from './verdict.ts';

export interface Ended extends CallTraits {
  readonly output: Output;
  readonly exitCode?: number | undefined;
  readonly status?: 'ok' | 'failed' | 'denied' | 'interrupted' | 'running' | undefined;
}

export interface Failure {
  readonly ended: Ending;
  /** Whether a user would call it failed; whether it was expected is decided in `memory/`. */
  readonly failed: boolean;
  /** One line with the reason; null when nothing failed, unless an empty output is the answer. */
  readonly reason: string | null;
  /** What showed the failure; null when nothing failed. */
  readonly detectedBy: DetectedBy | null;
  /** The call foresaw it: its line goes on with `|| echo …`, or bounds its time. */
  readonly foreseen?: true;
}

/**
 * Whether a call failed. The exit code counts first, then what the agent recorded, then the text: agents call a failing
 * command "completed", and a pipe hides the failure from them. Each layer is asked only when those before it know
 * nothing, and the first that finds a failure is named in `detectedBy`.
 */
export function failureOf(ended: Ended): Failure {
  const found = failureIn(ended);
  if (found === success && ended.status !== 'running' && hasFoundNothing(ended)) return answered(ended);
  return found.failed && ended.hasFallback && foreseeable.has(found.detectedBy!) ? { ...found, foreseen: true } : found;
}
const foreseeable: ReadonlySet<DetectedBy> = new Set(['error message', 'reply']);

function failureIn(ended: Ended): Failure {
  const { act, status } = ended;
  const { body } = ended.output;
  if (status === 'denied' && hasHookCrashed(body)) return failure(denial(body), 'status');
  if (status === 'denied') return denied(body, 'status');
  if (status === 'interrupted') return failure(interruption(body), 'status', 'interrupted');
  if (status === 'running') return success;

  const exitCode = ended.exitCode ?? ended.output.exitCode;
  if (exitCode !== undefined && exitCode !== 0) {
    if (exitCode > 0 && exitCode <= ended.highestSuccess) return success;
    if (exitCode === 1 && ended.programs?.includes('ssh') && greeted.test(body)) return success;
    if (exitCode === timeoutCode && runsForATime.test(ended.line ?? ''))
      return { ...failure(`timed out (exit ${timeoutCode})`, 'exit code'), foreseen: true };
    // grep that finds nothing and diff that finds something have done their work, unless they print an error.
    if (exitCode === 1 && ended.answers && !lookFailed.test(body) && !mayHoldRecord(body)) return answered(ended);
    if (isRefusal(body)) return denied(body, 'refusal');
    if (isGuarded(body)) return failure(denial(body), 'refusal');
    return failure(reasonIn(body, ended) ?? lastLineOf(body, `exit code ${exitCode}`), 'exit code');
  }
  if (status === 'failed') {
    // Old Claude Code writes "Error" and nothing else for a grep without a match.
    if (ended.answers && exitCode === undefined && /^\s*(?:Error:?)?\s*$/.test(body)) return answered(ended);
    if (isRefusal(body)) return denied(body, 'refusal');
    if (isGuarded(body)) return failure(denial(body), 'refusal');
    return failure(reasonIn(body, ended) ?? lastLineOf(body), 'status');
  }
  if (isRefusal(body)) return denied(body, 'refusal');
  if (ended.showing !== 'all' && act !== 'agent' && isGuarded(body)) return failure(denial(body), 'refusal');
  if (isOwnFailure(body, act)) return failure(reasonIn(body, ended) ?? lastLineOf(body), 'tool message');
  const cut = ended.line === undefined ? undefined : cutShort(body);
  if (cut !== undefined) return failure(cut, 'tool message');

  const recorded = ended.showing !== 'all' && mayHoldRecord(body) ? recordedError(plain(twoEnds(body))) : undefined;
  if (recorded !== undefined) return failure(recorded, 'error record');
  // An exit code of 0 for the whole line is trusted, unless a wrapper around git has lost that of a hook.
  if (!ended.masked && (exitCode === 0 || status === 'ok'))
    return (act === 'vcs' && ended.reports && stoppedByHook(body)) || noTests(body, ended) || success;
  return hidden(body, ended);
}

/** A failure that only the text shows: the exit code was lost in a pipe, or never recorded. */
function hidden(body: string, ended: Ended): Failure {
  const { act, reports, showing, programs } = ended;
  if (programs === null) {
    const message = toolMessage(body, act);
    if (message !== undefined) return failure(message, 'tool message');
    const reply = showing === 'all' ? undefined : errorReply(body);
    return reply === undefined ? success : failure(reply, 'reply');
  }
  const start = firstFailureLine(body.slice(0, 4000), act, programs);
  if (start !== undefined) return failure(start, 'error message');
  if (showing !== 'all' || act === 'web') {
    const reply = errorReply(body) ?? (act === 'web' ? errorPage(body) : undefined);
    if (reply !== undefined) return failure(reply, 'reply');
  }
  if (showing === 'all') return success;
  const text = plain(twoEnds(body));
  const printed = ended.printsCode ? printedExitCode(text) : undefined;
  if (printed !== undefined && printed.exitCode !== 0)
    return failure(reasonIn(body, ended) ?? printed.line, 'printed exit code');
  if (act === 'vcs' && reports) {
    const own = gitsOwn.exec(text)?.[0];
    if (own !== undefined) return failure(reasonIn(body, ended) ?? own, 'error message');
    // The hooks ran, and it was accepted.
    if (landed.test(text)) return success;
  }
  const stated = printed === undefined ? errorMessage(text, { line: ended.line ?? '', programs, showing }) : undefined;
  const message = stated === undefined || hasPassed(text) ? undefined : stated;
  // Where files are shown too, their lines may look like a verdict.
  if (message !== undefined && showing === 'part') return failure(message, 'error message');
  if (reports || (showing === 'none' && act !== 'vcs')) {
    const verdict = mayHoldVerdict(text) ? verdictIn(text) : undefined;
    if (verdict !== undefined) return failure(errorLine(text) ?? echoLine(text) ?? verdict, 'verdict');
  }
  return noTests(body, ended) ?? (message === undefined ? success : failure(message, 'error message'));
}

/** A check that found no test has checked nothing, whatever it ends with. */
function noTests(body: string, { act }: Ended): Failure | undefined {
  if (act !== 'check') return undefined;
  const line =
    /^(?:No tests? (?:files? )?found|No test (?:files|suites) found|no tests ran|collected 0 items)\b[^\n]*/im.exec(
      plain(body.slice(-4000)),
    )?.[0];
  return line === undefined ? undefined : failure(line, 'verdict');
}

/** A hook ran last and refused it. */
function stoppedByHook(body: string): Failure | undefined {
  const text = plain(twoEnds(body));
  if (landed.test(text) || !hookFailed.test(text.slice(-300).trimEnd())) return undefined;
  return failure(errorLine(text) ?? lastLineOf(body), 'verdict');
}
const hookFailed =
  /^(?:husky - [^\n]*(?:failed|exited with code [1-9])[^\n]*|error: failed to push some refs[^\n]*|[\w-]+ hook (?:failed|declined)[^\n]*)$(?![\s\S]*\n)/m;
const gitsOwn = /^(?:error: failed to push|fatal: |error: pathspec |CONFLICT \(| ! \[(?:remote )?rejected\])[^\n]*/m;
const landed =
  /^\[[^\]\n]+ [0-9a-f]{7,40}\] |^ +(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\* \[new (?:branch|tag)\]) |^Everything up-to-date|^Already up to date/m;

const success: Failure = { ended: 'ok', failed: false, reason: null, detectedBy: null };
/** `ssh -T` to a forge: it knows the key, and ends with 1 because it has no shell. */
const greeted = /\bsuccessfully authenticated\b/;
/** `timeout 5 frob` ends a program that would run on; whoever writes it wants to see how it begins. */
const runsForATime = /(?:^|[;&|(]\s*)g?timeout\s/;
const timeoutCode = 124;

/** Nothing was found, or something differs: that is the answer, by the exit code or in words. */
function answered({ output: { body, stated, exitCode = 0 }, exitCode: recorded = exitCode, status }: Ended): Failure {
  const code = recorded !== 0 || status === 'failed' ? ` (${stated ?? 'exit 1'})` : '';
  return { ...success, ended: 'answered', reason: body.trim() === '' ? `nothing found${code}` : null };
}

/** A search without a match: whether its exit code says so depends on the tool, and on the pipe it stands in. */
function hasFoundNothing({ act, output: { body }, hasFallback, line = '', showing }: Ended): boolean {
  if (hasPrintedFallback(line, body)) return true;
  if (act === 'read' && showing === 'all' && line !== '') return body.trim() === '';
  if (act !== 'search' || body.length > longestNothing) return false;
  const text = body.trim();
  return text === '' || noMatch.test(text) || (hasFallback && !text.includes('\n') && line.includes(text));
}
const longestNothing = 400;
const noMatch = /^(?:no (?:files?|match(?:es)?|results?)(?: were)? found|found (?:0|no) |0 match)[^\n]*$/i;
const lookFailed = /^(?:\S*(?:grep|rg|ag|ack|diff|cmp|test|git|which|bash|sh|zsh)|error|fatal|\S+: line \d+): /m;

function failure(reason: string, detectedBy: DetectedBy, ended: Ending = 'failed'): Failure {
  return { ended, failed: true, reason, detectedBy };
}

function denied(body: string, detectedBy: DetectedBy): Failure {
  return failure(denial(body), detectedBy, 'denied');
}

/** What the agent says about it, if anything. */
function interruption(body: string): string {
  return interrupted.exec(body.slice(0, 2000))?.[0] ?? 'interrupted';
}
const interrupted = /^[^\n]{0,120}\b(?:cancell?ed|interrupted|aborted|stopped|terminated|killed)\b[^\n]{0,200}/im;

/** The last line, behind the exit code if there is one. */
function lastLineOf(body: string, exit?: string): string {
  const last = lastLine(plain(body.slice(-8000)));
  if (exit === undefined) return last ?? 'failed';
  if (last === undefined) return exit;
  const isMessage = isStatement.test(last) || (body.trim() === last && !isPath.test(last));
  return isMessage ? `${exit}: ${last}` : exit;
}
/** A place in a file, or words in a row: not a row of a table, or a heading that the line prints itself. */
const isStatement = /^[^\s:]+:\d+:|^(?!---|===)[^\n]*\p{L}{2,}(?: \p{L}+){2}/u;
const isPath = /^\S*[\\/.]\S+$/;

/** Agents explain a denial to the model at length; the first sentence is for people, and what the person answered. */
function denial(output: string): string {
  const text = output.replaceAll(/<\/?tool_use_error>/g, '').trim();
  const first = text.split('\n', 1)[0]!;
  const sentence = /^.{10,200}?[.!](?=\s|$)/.exec(first)?.[0] ?? (first === '' ? 'denied' : first);
  const answer = /^[^\n]*\bthe user (?:said|provided)[^\n:]{0,80}:\s*(\S[^\n]*)/.exec(text)?.[1];
  return answer === undefined ? sentence : `${sentence.replace(/\.$/, ':')} ${answer}`;
}

function reasonIn(output: string, { programs }: Ended): string | undefined {
  const body = output.startsWith('Script failed\n') ? output.replace(scriptHeader, '') : output;
  const own = ownWords(body);
  if (own !== undefined) return own;
  const text = failedText(body);
  // A tool that is no shell reports the error first, and then shows its input.
  const first = programs === null || text.startsWith('<tool_use_error>') ? messageOfTool(text) : undefined;
  if (first !== undefined) return first;
  // Of a reply in JSON its message.
  const reply = text.trimStart().startsWith('{"') ? messageIn(text.trimStart().split('\n', 1)[0]!) : undefined;
  return reply ?? errorLine(text) ?? mentionLine(text) ?? echoLine(text) ?? verdictIn(text);
}

/** What the agent wrote about the call, before or after the call's output. */
function ownWords(body: string): string | undefined {
  const head = body.slice(0, 600);
  const own =
    ownFailures.test(head) && !head.startsWith('failed in sandbox')
      ? body.slice(0, 20_000).split('\n', 1)[0]!.replace(soughtLines, '')
      : (timedOut.exec(head) ?? timedOut.exec(body.slice(-300)))?.[0];
  return own?.trim();
}
/** Old Codex quotes the lines that it did not find. */
const soughtLines = / \[".*"\](?= in )/;
const scriptHeader = /^Script failed\n(?:Wall time[^\n]*\n)?(?:Output:\n)?(?:Script error:\n)?/;
const timedOut =
  /^(?:Error: |failed in sandbox \w+ with execution error: )?[Cc]ommand timed out(?: after(?: [\d.]+ ?(?:ms|milliseconds|s|seconds|m|minutes|h)\b)+)?/m;

function messageOfTool(text: string): string | undefined {
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
