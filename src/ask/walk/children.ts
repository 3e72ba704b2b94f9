import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { descendants, type Descendant } from './descendants.ts';

export interface ChildrenAnswer {
  readonly event: Event;
  /** Each with its `depth`: 1 for a child, 2 for a child of one. */
  readonly children: readonly Descendant[];
  readonly truncated: boolean;
}

/** The events recorded under an event, as deep as asked for. */
export async function children(
  read: StoreReader,
  event: Event,
  { depth, limit }: { readonly depth: number; readonly limit: number },
): Promise<ChildrenAnswer> {
  const found = await descendants(read, event, depth, limit + 1);
  return { event, children: found.slice(0, limit), truncated: found.length > limit };
}
