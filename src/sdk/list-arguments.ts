import { StemmaError } from '../model/stemma-error.ts';

/** How many to list: 1 to 100. */
export function listLimit(limit: unknown, fallback: number): number {
  if (limit === undefined) return fallback;
  if (Number.isInteger(limit) && (limit as number) >= 1 && (limit as number) <= maxLimit) return limit as number;
  throw new StemmaError('bad-argument', `The limit is ${shown(limit)}.`, {
    hint: `Give a whole number from 1 to ${maxLimit}; \`after\` turns pages.`,
  });
}

/** What else is wanted of a question; nothing when it is left out. */
export function checkOptions<Options extends object>(options: Options): Options {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options;
  throw new StemmaError('bad-argument', `The options are ${shown(options)}.`, {
    hint: 'Give an object such as {limit: 10}, or leave it out.',
  });
}

/** Where a page begins. */
export function listStart(after: unknown): number {
  if (after === undefined) return 0;
  if (Number.isSafeInteger(after) && (after as number) >= 0) return after as number;
  throw new StemmaError('bad-argument', `A page cannot begin after ${shown(after)}.`, {
    hint: 'Give the `next` of the page before, or leave it out.',
  });
}

/** An id, or the beginning of one. */
export function checkId(name: unknown, what: string): string {
  if (typeof name === 'string' && name !== '') return name;
  throw new StemmaError(
    'bad-argument',
    `The id of ${what === 'attempt' ? 'an' : 'a'} ${what} is ${name === '' ? 'empty' : shown(name)}.`,
    { hint: 'Give it as text, as it was returned when it was recorded.' },
  );
}

const maxLimit = 100;

function shown(value: unknown): string {
  return typeof value === 'number' || value === null || value === undefined ? String(value) : typeof value;
}
