import { StemmaError } from '../../model/stemma-error.ts';
import { checkTime } from './check-failure.ts';
import type { ManualUseEnd, ManualUse } from './manual-use.ts';

/** Programs send these, and not all are checked by a compiler: what is wrong is refused before anything is written. */
export function checkUse(given: unknown): ManualUse {
  const use = objectOf(given, 'A use of a skill');
  if (typeof use['skill'] !== 'string' || !/[\p{L}\p{N}]/u.test(use['skill']))
    throw refusal('A skill without a name was used.', 'Give its name as text: {skill: "code-review"}.');
  optionalTexts(use, ['workflowPath', 'workflowPhase', 'userQuery']);
  optionalList(use, 'alternatives');
  const rank = use['selectionRank'];
  if (rank !== undefined && !(Number.isSafeInteger(rank) && (rank as number) >= 1))
    throw refusal(
      `"selectionRank" is ${shown(rank)}.`,
      'Give its place in the list, 1 for the first, or leave it out.',
    );
  checkTime(use['at']);
  return given as ManualUse;
}

export function checkUseEnd(given: unknown): ManualUseEnd {
  const end = objectOf(given ?? {}, 'The end of a use');
  const { completed, durationSeconds: seconds } = end;
  if (completed !== undefined && typeof completed !== 'boolean')
    throw refusal(`"completed" is ${shown(completed)}.`, 'Give true, or false when it was given up.');
  if (seconds !== undefined && !(typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0))
    throw refusal(`"durationSeconds" is ${shown(seconds)}.`, 'Give seconds from 0, or leave it out: the clock knows.');
  optionalTexts(end, ['errorType']);
  optionalList(end, 'followUps');
  return (given ?? {}) as ManualUseEnd;
}

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw refusal(`${what} is ${shown(value)}.`, 'Give an object with the fields it has; see docs/skills.md.');
}

function optionalTexts(fields: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  for (const name of names)
    if (fields[name] !== undefined && typeof fields[name] !== 'string')
      throw refusal(`"${name}" is ${shown(fields[name])}.`, 'Give it as text, or leave it out.');
}

function optionalList(fields: Readonly<Record<string, unknown>>, name: string): void {
  const list = fields[name];
  if (list === undefined || (Array.isArray(list) && list.every((each) => typeof each === 'string'))) return;
  throw refusal(`"${name}" is ${shown(list)}.`, 'Give a list of texts, or leave it out.');
}

function refusal(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}

/** The kind of value, never its text: whoever passes the wrong thing may have passed a secret. */
function shown(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'a text' : `of type ${typeof value}`;
}
