import { StemmaError } from '../../model/stemma-error.ts';

/** For answers that do without what the archive no longer holds, or no longer whole; other errors go on. */
export function noneIfEvicted(error: unknown): undefined {
  if (isUnreadable(error)) return undefined;
  throw error;
}

/** The bytes were evicted, or the block that holds them is damaged. */
export function isUnreadable(error: unknown): error is StemmaError {
  return error instanceof StemmaError && (error.code === 'payload-evicted' || error.code === 'block-damaged');
}
