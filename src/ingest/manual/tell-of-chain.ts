import { randomUUID } from 'node:crypto';
import type { Chain, FixAttempt } from '../../model/chain.ts';
import { attemptRef, chainRef, fixId, keyOf } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Store } from '../../store/store.ts';
import { timeOf } from './check-told.ts';
import { lineToKeep, textToKeep } from './fit-to-keep.ts';
import type { ToldAttempt } from './told.ts';
import { toldMarks } from './told-marks.ts';

// What can be told of a failure that is here, mined or told. Each refuses what contradicts what is known, before
// anything is written;
// `store` is open for writing, and `chain` was read from it.

/** Keeps what was tried. If it helped, the failure is resolved. It has passed `checkAttempt`. */
export async function tellAttempt(
  store: Store,
  chain: Chain,
  { action, codeChanges, successful, at }: ToldAttempt,
  now: number,
): Promise<string> {
  refuseResolved(chain, 'tried');
  const ref = chainRef(chain.id)!;
  const id = { tree: ref.tree, event: keyOf(randomUUID()) };
  const kept = { action: lineToKeep(action), codeChanges: codeChanges === undefined ? null : textToKeep(codeChanges) };
  const when = at === undefined ? now : timeOf(at);
  await store.write.sayOfChain(ref, {
    attempt: { id, ...kept, successful: successful ?? null, marks: toldMarks(kept.action, kept.codeChanges), at: when },
    ...(successful && { helped: id, end: { state: 'resolved', at: when } }),
  });
  return fixId(id);
}

/** `fix` is the id of the attempt that helped, when it is known. */
export async function tellResolved(store: Store, chain: Chain, fix: string | undefined, now: number): Promise<void> {
  refuseResolved(chain, 'resolved');
  const helped = fix === undefined ? undefined : attemptRef(attemptOf(chain, fix).id)!;
  await store.write.sayOfChain(chainRef(chain.id)!, { ...(helped && { helped }), end: { state: 'resolved', at: now } });
}

/** Nobody could fix it: somebody should look at it again. */
export async function tellFailed(store: Store, chain: Chain, now: number): Promise<void> {
  refuseResolved(chain, 'given up');
  if (chain.state === 'failed') {
    throw new StemmaError('chain-settled', `${chain.id} has been given up already.`, {
      hint: 'It waits for review; tell an attempt or a resolution when there is one.',
    });
  }
  await store.write.sayOfChain(chainRef(chain.id)!, { end: { state: 'failed', at: now } });
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
  throw new StemmaError('fix-not-found', `${id} has no attempt "${fix.slice(0, 60)}".`, {
    hint:
      known.length === 0
        ? 'Nothing was tried yet, as far as is known: record the attempt first.'
        : ['Its attempts are', ...known].join('\n'),
  });
}

const shown = 10;
