import { randomUUID } from 'node:crypto';
import { errorTypeOf } from '../../memory/errors/error-type.ts';
import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import { chainId, keyOf, treeKey, workspaceTree, type ChainId, type Key } from '../../model/ids.ts';
import { errorLines } from '../../normalise/error-line.ts';
import { firstLine, plain } from '../../normalise/one-line.ts';
import { resultSummary } from '../../normalise/summary.ts';
import { twoEnds } from '../../normalise/two-ends.ts';
import type { Store, StoreReader } from '../../store/store.ts';
import { timeOf } from './check-told.ts';
import { contextToKeep, lineToKeep } from './fit-to-keep.ts';
import type { Telling, ToldFailure } from './told.ts';

/** Keeps a failure that somebody tells of, beside those that were mined and found like them. It has passed `checkFailure`. */
export async function tellFailure(store: Store, { message, context = {}, at }: ToldFailure, telling: Telling): Promise<ChainId> {
  const { reason, also } = tellingLines(message);
  // Chance, not content: the same failure twice is two failures.
  const ref = { tree: await treeOf(store.read, telling), chain: keyOf(randomUUID()) };
  await store.write.putChains([
    {
      ...ref, basis: 'told', session: telling.session ?? null, kind: 'real', type: errorTypeOf(reason), message: lineToKeep(message),
      fingerprint: fingerprintOf(reason), also, action: '', marks: [], context: contextToKeep(context), at: at === undefined ? telling.clock() : timeOf(at),
      state: 'open', resolvedAt: null, verifiedBy: null, culprit: [], attempts: [],
    },
  ]);
  return chainId(ref);
}

/** The line that says what went wrong, and fingerprints of what else is complained of: as of a failing call, so that both are found by each other. */
function tellingLines(message: string): { readonly reason: string; readonly also: readonly string[] } {
  const text = plain(twoEnds(message));
  const [reason = firstLine(text), ...others] = errorLines(text, mostAlso + 1).map((line) => resultSummary('', line));
  const line = resultSummary('', reason);
  const also = new Set(others.map(fingerprintOf));
  also.delete(fingerprintOf(line));
  return { reason: line, also: [...also] };
}

const mostAlso = 8;

async function treeOf(read: StoreReader, { session, workspace }: Telling): Promise<Key> {
  return session === undefined ? workspaceTree(workspace) : ((await read.treeOf(session)) ?? treeKey(session));
}
