import { StemmaError } from '../../model/stemma-error.ts';

/** For answers that do without what the archive no longer holds; anything else that went wrong goes on. */
export function noneIfEvicted(error: unknown): undefined {
  if (error instanceof StemmaError && error.code === 'payload-evicted') return undefined;
  throw error;
}
