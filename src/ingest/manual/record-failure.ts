import { randomUUID } from 'node:crypto';
import { errorTypeOf } from '../../memory/errors/failures/error-type.ts';
import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import { chainId, keyOf, type ChainId } from '../../model/ids.ts';
import { clean } from '../../normalise/text/clean.ts';
import { reasonsIn } from '../../normalise/failures/reasons-in.ts';
import type { ChainRow, Store } from '../../store/store.ts';
import { storableContext, storableLine, storableText } from './storable.ts';
import { manualTree, type ManualContext } from './manual-context.ts';
import type { Checked, ManualFailure } from './manual-failure.ts';

/** Stores a manual failure beside the mined ones, so that it is found as they are. */
export async function recordFailure(
  store: Store,
  { message, context, at }: Checked<ManualFailure>,
  made: ManualContext,
): Promise<ChainId> {
  const { reason, lines, also } = linesOf(message);
  // Of a whole output one line says what failed, and is what people read; the rest is kept behind it.
  const isOutput = message.trim().includes('\n');
  // Random, not derived from content: the same failure twice is two failures.
  const ref = { tree: await manualTree(store.read, made), chain: keyOf(randomUUID()) };
  await store.write.putChains([
    {
      ...ref,
      basis: 'manual',
      session: made.session ?? null,
      kind: 'real',
      type: errorTypeOf(reason),
      message: storableLine(isOutput ? reason : message),
      fingerprint: fingerprintOf(reason),
      lines,
      also,
      action: '',
      marks: [],
      context: context === undefined ? null : storableContext(context),
      output: isOutput ? storableText(message) : null,
      at: at ?? made.clock(),
      state: 'open',
      resolvedAt: null,
      verifiedBy: null,
      culprit: [],
      attempts: [],
    },
  ]);
  return chainId(ref);
}

/** The line that says what went wrong, and fingerprints of further error lines: as of a failed call, so that they match. */
function linesOf(message: string): Required<Pick<ChainRow, 'lines' | 'also'>> & { readonly reason: string } {
  const { reasons, errorLines } = reasonsIn(message, maxAlso + 1);
  const [reason = ''] = [...reasons, ...errorLines.map(clean)];
  const lines = errorLines.map(clean);
  const also = new Set(lines.map(fingerprintOf));
  also.delete(fingerprintOf(reason));
  return { reason, lines: lines.slice(0, maxAlso), also: [...also].slice(0, maxAlso) };
}

const maxAlso = 8;
