import { randomUUID } from 'node:crypto';
import { errorTypeOf } from '../../memory/errors/failures/error-type.ts';
import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import { chainId, keyOf, treeKey, workspaceTree, type ChainId, type Key } from '../../model/ids.ts';
import { clean } from '../../normalise/text/clean.ts';
import { reasonsIn } from '../../normalise/failures/reasons-in.ts';
import type { Store, StoreReader } from '../../store/store.ts';
import { timeOf } from './check-told.ts';
import { contextToKeep, lineToKeep } from './fit-to-keep.ts';
import type { Telling, ToldFailure } from './told.ts';

/**
 * Keeps a failure that somebody tells of, beside those that were mined and found like them. It has passed
 * `checkFailure`.
 */
export async function tellFailure(
  store: Store,
  { message, context = {}, at }: ToldFailure,
  telling: Telling,
): Promise<ChainId> {
  const { reason, also } = tellingLines(message);
  // Of a whole output one line says what failed, and is what people read; the rest is kept behind it.
  const isOutput = message.trim().includes('\n');
  const kept = isOutput ? { stack: message, ...context } : context;
  // Chance, not content: the same failure twice is two failures.
  const ref = { tree: await treeOf(store.read, telling), chain: keyOf(randomUUID()) };
  await store.write.putChains([
    {
      ...ref,
      basis: 'told',
      session: telling.session ?? null,
      kind: 'real',
      type: errorTypeOf(reason),
      message: lineToKeep(isOutput ? reason : message),
      fingerprint: fingerprintOf(reason),
      also,
      action: '',
      marks: [],
      context: contextToKeep(kept),
      at: at === undefined ? telling.clock() : timeOf(at),
      state: 'open',
      resolvedAt: null,
      verifiedBy: null,
      culprit: [],
      attempts: [],
    },
  ]);
  return chainId(ref);
}

/**
 * The line that says what went wrong, and fingerprints of what else is complained of: as of a failing call, so that
 * both are found by each other.
 */
function tellingLines(message: string): { readonly reason: string; readonly also: readonly string[] } {
  const { reasons, complaints } = reasonsIn(message, mostAlso + 1);
  const [reason = ''] = [...reasons, ...complaints.map(clean)];
  const also = new Set(complaints.map((line) => fingerprintOf(clean(line))));
  also.delete(fingerprintOf(reason));
  return { reason, also: [...also].slice(0, mostAlso) };
}

const mostAlso = 8;

async function treeOf(read: StoreReader, { session, workspace }: Telling): Promise<Key> {
  return session === undefined ? workspaceTree(workspace) : ((await read.treeOf(session)) ?? treeKey(session));
}
