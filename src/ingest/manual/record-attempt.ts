import { randomUUID } from 'node:crypto';
import type { Chain, FixAttempt } from '../../model/chain.ts';
import { attemptRef, chainRef, fixId, keyOf, type SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { Store } from '../../store/store.ts';
import { storableLine, storableText } from './storable.ts';
import type { Checked, ManualAttempt } from './manual-failure.ts';
import { manualMarks } from './manual-marks.ts';

// What can be recorded of a failure in the archive, mined or manual. Each refuses what contradicts what is known, before
// anything is written. `store` is open for writing, and `chain` was read from it.

/** Stores an attempt; a successful one resolves the failure. */
export async function recordAttempt(
  store: Store,
  chain: Chain,
  { action, codeChanges, successful, at }: Checked<ManualAttempt>,
  { now, session }: { readonly now: number; readonly session?: SessionUid },
): Promise<string> {
  refuseResolved(chain, 'tried');
  const ref = chainRef(chain.id)!;
  const when = at ?? now;
  const id = { tree: ref.tree, event: keyOf(randomUUID()) };
  const kept = {
    action: storableLine(action),
    codeChanges: codeChanges === undefined ? null : storableText(codeChanges),
  };
  await store.write.annotateChain(ref, {
    attempt: {
      id,
      ...kept,
      successful: successful ?? null,
      marks: manualMarks(kept.action, kept.codeChanges),
      at: when,
      ...(session !== undefined && { session }),
    },
    ...(successful && { helped: id, end: { state: 'resolved', at: when } }),
  });
  return fixId(id);
}

/**
 * `fix` is the id of the attempt that fixed it, and `resolutionMs` how long that took, when they are known. A failure
 * that was resolved by recording that attempt as successful may be resolved by it once more.
 */
export async function recordResolved(
  store: Store,
  chain: Chain,
  { fix, resolutionMs, now }: { readonly fix?: string; readonly resolutionMs?: number; readonly now: number },
): Promise<void> {
  const isSame = fix !== undefined && chain.resolved && chain.successful_fix_id === fix;
  if (!isSame) refuseResolved(chain, 'resolved');
  const helped = fix === undefined ? undefined : attemptRef(attemptOf(chain, fix).id)!;
  const at = isSame && chain.resolved_at !== null ? Date.parse(chain.resolved_at) : now;
  await store.write.annotateChain(chainRef(chain.id)!, {
    ...(helped && { helped }),
    end: { state: 'resolved', at, ...(resolutionMs !== undefined && { resolutionMs }) },
  });
}

/** It could not be fixed, and needs review. */
export async function recordAbandoned(store: Store, chain: Chain, now: number): Promise<void> {
  refuseResolved(chain, 'given up');
  if (chain.state === 'failed') {
    throw new StemmaError('chain-settled', `${chain.id} has been given up already.`, {
      hint: 'It waits for review; record an attempt or a resolution when there is one.',
    });
  }
  await store.write.annotateChain(chainRef(chain.id)!, { end: { state: 'failed', at: now } });
}

function refuseResolved({ id, state, resolved_at }: Chain, wanted: string): void {
  if (state !== 'resolved') return;
  throw new StemmaError(
    'chain-settled',
    `${id} was resolved${resolved_at === null ? '' : ` on ${resolved_at.slice(0, 10)}`}; it cannot be ${wanted} any more.`,
    {
      hint: 'If it failed again, that is a new failure: record it as one.',
    },
  );
}

function attemptOf({ id, attempts }: Chain, fix: string): FixAttempt {
  const found = attempts.find((attempt) => attempt.id === fix);
  if (found) return found;
  const known = attempts.slice(-shown).map((attempt) => `${attempt.id}  ${attempt.action.slice(0, 60)}`);
  throw new StemmaError('fix-not-found', `${id} has no attempt "${redact(fix).slice(0, 60)}".`, {
    hint:
      known.length === 0
        ? 'Nothing was tried yet, as far as is known: record the attempt first.'
        : ['Its attempts are', ...known].join('\n'),
  });
}

const shown = 10;
