import { StemmaError } from '../../model/stemma-error.ts';
import { sessionName } from '../../sources/sdk/record.ts';
import type { Machine } from '../../sources/source.ts';
import type { OnFull } from './line-queue.ts';
import { readReference } from './parent-reference.ts';
import type { ParentReference } from './parent-reference.ts';

export function checkSession(session: unknown): string | undefined {
  if (session === undefined || sessionName(session) !== undefined) return session as string | undefined;
  throw new StemmaError('bad-argument', 'A session cannot be called that.', {
    hint: 'Give a name of 1 to 200 characters, without control characters and without spaces at its ends.',
  });
}

/** An option is the programmer's, and refused; what the environment says must not stop a program. */
export function checkParent(parent: string | null | undefined, { env }: Machine): ParentReference | undefined {
  if (parent === null) return undefined;
  if (parent === undefined) return readReference(env['STEMMA_PARENT']);
  const reference = readReference(parent);
  if (reference) return reference;
  throw new StemmaError('bad-argument', 'The parent is no event.', {
    hint: 'Give what `reference()` of another logger gave, or the whole id of an event.',
  });
}

export function checkLimit(limit: unknown, fallback: number, name: string): number {
  if (limit === undefined) return fallback;
  if (Number.isSafeInteger(limit) && (limit as number) >= 1) return limit as number;
  throw new StemmaError('bad-argument', `${name} is not a whole number above 0.`, {
    hint: `Give one, or leave it out for ${fallback}.`,
  });
}

export function checkOnFull(onFull: OnFull | undefined): OnFull {
  if (onFull === undefined || ['wait', 'drop-new', 'drop-old'].includes(onFull)) return onFull ?? 'wait';
  throw new StemmaError(
    'bad-argument',
    `queue.onFull must be one of wait, drop-new, drop-old (got '${String(onFull)}').`,
    {
      hint: 'Give `wait`, `drop-new` or `drop-old`.',
    },
  );
}
