import { clipped } from '../step-detail/clipped.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import type { RowsAnswer } from './answer.ts';

/** The texts of a page of steps. */
export async function rows(
  read: StoreReader,
  { uid }: Session,
  { after = 0, limit = 256 }: { readonly after?: number; readonly limit?: number } = {},
): Promise<RowsAnswer> {
  const steps = await read.steps(uid, { after, limit: limit + 1 });
  const page = steps.slice(0, limit);
  return {
    rows: page.map(({ id, seq, summary }) => ({ id, seq, summary: clipped(summary, mostCharacters) })),
    next: steps.length > limit ? page.at(-1)!.seq : null,
  };
}

const mostCharacters = 300;
