import { eventKey, type EventRef, type Key } from '../../model/ids.ts';
import type { EdgeType } from '../../model/words.ts';
import type { EdgeRow, Store } from '../../store/store.ts';
import type { Copies } from '../keep/copies.ts';
import type { CallCauses } from '../analysis/file-analysis.ts';
import type { ScanEvent } from '../scan/scan-batch.ts';

interface Found {
  readonly store: Store;
  readonly copies: Pick<Copies, 'originals'>;
  readonly tree: Key;
  readonly causes: readonly CallCauses[];
  /** Of the batch. */
  readonly events: readonly ScanEvent[];
  /** Of them, those that were not here before. */
  readonly fresh: readonly ScanEvent[];
}

/**
 * The causes of new calls as edges. Known events have theirs already, a copied call at its origin. A cause that is
 * itself a copy is replaced by its original, so that causes lead across forks and resumes.
 */
export async function inferredEdges({ store, copies, tree, causes, events, fresh }: Found): Promise<EdgeRow[]> {
  const here = new Set(fresh.map(({ row }) => row.key));
  const ours = causes.flatMap(({ at, found }) => {
    const { row, causes: recorded } = events[at]!;
    if (!here.has(row.key)) return [];
    return found
      .filter(({ types }) => recorded.length === 0 || !isOnlyAsked(types))
      .map((each) => ({ session: row.session, effect: row.key, found: each }));
  });
  if (ours.length === 0) return [];
  const originals = await copies.originals(ours.map(({ session, found }) => ({ session, key: found.cause })));
  const named = ours.map(({ session, effect, found }) => ({
    effect,
    found,
    cause: originals(session, found.cause) ?? { tree, event: eventKey(session, found.cause) },
  }));
  const earlier = named.flatMap(({ cause }) => (cause.tree === tree && !here.has(cause.event) ? [cause.event] : []));
  const known = await store.write.known(tree, earlier);
  const isKept = ({ tree: home, event }: EventRef) => home !== tree || here.has(event) || known.has(event);
  return named.flatMap(({ effect, found: { types, confidence, evidence }, cause }): EdgeRow[] =>
    isKept(cause)
      ? [
          {
            effect: { tree, event: effect },
            cause,
            types,
            basis: 'inferred',
            confidence,
            evidence,
          },
        ]
      : [],
  );
}

/** Where the cause is recorded, the prompt that asked for it all is reached through that. */
function isOnlyAsked(types: readonly EdgeType[]): boolean {
  return types.every((type) => type === 'asked');
}
