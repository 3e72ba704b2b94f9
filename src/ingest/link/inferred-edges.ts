import { eventKey, type EventRef, type Key } from '../../model/ids.ts';
import type { EdgeType } from '../../model/words.ts';
import { clean } from '../../normalise/text/clean.ts';
import { oneLine } from '../../normalise/text/summary.ts';
import type { EdgeRow, Store } from '../../store/store.ts';
import type { Copies } from '../keep/copies.ts';
import type { CallCauses } from '../analysis/file-analysis.ts';
import type { ScanEvent } from '../scan/scan-batch.ts';

interface Found {
  readonly store: Store;
  readonly copies: Pick<Copies, 'originals'>;
  readonly tree: Key;
  readonly causes: readonly CallCauses[];
  /** Events of the batch that were not here before. */
  readonly fresh: readonly ScanEvent[];
}

/**
 * The causes of new calls as edges. Known events have theirs already, a copied call at its origin. A cause that is
 * itself a copy is replaced by its original, so that causes lead across forks and resumes.
 */
export async function inferredEdges({ store, copies, tree, causes, fresh }: Found): Promise<EdgeRow[]> {
  const here = new Set(fresh.map(({ row }) => row.key));
  const ours = causes.flatMap(({ call: { row, causes: recorded }, found }) =>
    here.has(row.key)
      ? found
          .filter(({ types }) => recorded.length === 0 || !isOnlyAsked(types))
          .map((each) => ({ session: row.session, effect: row.key, found: each }))
      : [],
  );
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
            evidence: presentable(evidence),
          },
        ]
      : [],
  );
}

/** Where the cause is recorded, the prompt that asked for it all is reached through that. */
function isOnlyAsked(types: readonly EdgeType[]): boolean {
  return types.every((type) => type === 'asked');
}

const maxEvidence = 3;

/**
 * Redacted, and on one line. Done here and not where causes are found: only stored evidence needs it, and this thread
 * has time.
 */
function presentable(evidence: readonly string[]): string[] {
  return evidence.slice(0, maxEvidence).map((text) => oneLine(clean(text)));
}
