import type { Operation } from '../../model/operation.ts';

/**
 * Everything a call says, without the names of its fields, and without what its edits replace and write: that the
 * operations tell.
 */
export function argumentsOf(input: unknown, operations: readonly Operation[]): string {
  const told = operations.flatMap((operation) => (operation.does === 'edit' ? [operation.old, operation.text] : []));
  return textsOf(input, told, 0);
}

/** Nobody says anything that deep. */
const deepest = 20;

function textsOf(input: unknown, told: readonly string[], depth: number): string {
  if (typeof input === 'string') return told.includes(input) ? '' : input;
  if (typeof input === 'object' && input !== null && depth < deepest)
    return Object.values(input)
      .map((each) => textsOf(each, told, depth + 1))
      .join('\n');
  return typeof input === 'number' ? String(input) : '';
}
