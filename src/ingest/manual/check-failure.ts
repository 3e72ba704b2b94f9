import { StemmaError } from '../../model/stemma-error.ts';
import type { Time, ManualAttempt, ManualFailure } from './manual-failure.ts';

/** Programs send these, and not all are checked by a compiler: what is wrong is refused before anything is written. */
export function checkFailure(given: unknown): ManualFailure {
  const failure = objectOf(given, 'An error event');
  textOf(failure['message'], 'The message of an error');
  checkTime(failure['at']);
  if (failure['context'] === undefined) return given as ManualFailure;
  const context = objectOf(failure['context'], 'The context of an error');
  for (const field of ['file', 'code', 'stack', 'reproduction'] as const)
    optionalText(context[field], `The ${field} of an error`);
  const { line } = context;
  if (line !== undefined && !(Number.isSafeInteger(line) && (line as number) >= 0))
    throw refusal(`The line of an error is ${shown(line)}.`, 'Give a whole number, or leave it out.');
  return given as ManualFailure;
}

export function checkAttempt(given: unknown): ManualAttempt {
  const attempt = objectOf(given, 'A fix attempt');
  textOf(attempt['action'], 'The action of an attempt');
  optionalText(attempt['codeChanges'], 'The code changes of an attempt');
  checkTime(attempt['at']);
  const { successful } = attempt;
  if (successful !== undefined && typeof successful !== 'boolean')
    throw refusal(`"successful" is ${shown(successful)}.`, 'Give true, false, or leave it out while nobody knows.');
  return given as ManualAttempt;
}

/** In milliseconds. What passed `checkFailure` or `checkAttempt` is a time. */
export function timeOf(at: Time): number {
  return new Date(at).getTime();
}

export function checkTime(at: unknown): void {
  if (at === undefined) return;
  const isTime = at instanceof Date || typeof at === 'string' || typeof at === 'number';
  const time = isTime ? timeOf(at) : Number.NaN;
  if (!(time >= 0 && time <= latest))
    throw refusal(
      `${shown(at)} is not a time.`,
      'Give a date, milliseconds since 1970, or text such as 2026-03-02T09:00:00Z.',
    );
}

const latest = Date.UTC(9999, 11, 31);

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw refusal(`${what} is ${shown(value)}.`, 'Give an object with the fields it has; see docs/errors-memory.md.');
}

function textOf(value: unknown, what: string): void {
  if (typeof value !== 'string') throw refusal(`${what} is ${shown(value)}.`, 'Give it as text.');
  if (!/[\p{L}\p{N}]/u.test(value))
    throw refusal(`${what} is empty.`, 'Say in a few words what it was: later failures are compared with it.');
}

function optionalText(value: unknown, what: string): void {
  if (value !== undefined && typeof value !== 'string')
    throw refusal(`${what} is ${shown(value)}.`, 'Give it as text, or leave it out.');
}

function refusal(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}

/** The kind of value, never its text: whoever passes the wrong thing may have passed a secret. */
function shown(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (value instanceof Date) return 'an invalid date';
  return Array.isArray(value)
    ? 'a list'
    : `a ${typeof value}`.replace('a object', 'an object').replace('a string', 'a text that is none');
}
