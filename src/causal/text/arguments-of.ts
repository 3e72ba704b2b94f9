import type { Operation } from '../../model/operation.ts';

/**
 * All text of a call, without the names of its fields, and without what its edits replace and write: those are in the
 * operations.
 */
export function argumentsOf(input: unknown, operations: readonly Operation[]): string {
  const edited = operations.flatMap((operation) => (operation.does === 'edit' ? [operation.old, operation.text] : []));
  return textsOf(input, edited, 0);
}

/** No input is nested that deep. */
const deepest = 20;

function textsOf(input: unknown, edited: readonly string[], depth: number): string {
  if (typeof input === 'string') return edited.includes(input) ? '' : input;
  if (typeof input === 'object' && input !== null && depth < deepest)
    return Object.values(input)
      .map((each) => textsOf(each, edited, depth + 1))
      .join('\n');
  return typeof input === 'number' ? String(input) : '';
}
