import { randomUUID } from 'node:crypto';
import { invocationId, keyOf, type InvocationId, type InvocationRef, type SessionUid } from '../../model/ids.ts';
import type { InvocationEnd, InvocationRow, Store } from '../../store/store.ts';
import { storableLine } from './storable.ts';
import { manualTree, type ManualContext } from './manual-context.ts';
import type { Checked } from './manual-failure.ts';
import type { ManualUseEnd, ManualUse } from './manual-use.ts';

/** Stores the manual use of a skill as running. */
export async function recordUse(
  store: Store,
  use: Checked<ManualUse>,
  context: ManualContext,
): Promise<{ readonly id: InvocationId; readonly ref: InvocationRef; readonly at: number }> {
  const ref = { tree: await manualTree(store.read, context), invocation: keyOf(randomUUID()) };
  const at = use.at ?? context.clock();
  await store.write.putManualUses([rowOf(ref, use, { at, session: context.session ?? null })]);
  return { id: invocationId(ref), ref, at };
}

/** Stores how a manual use ended. */
export async function recordUseEnd(
  store: Store,
  ref: InvocationRef,
  end: ManualUseEnd,
  { began, now }: { readonly began: number; readonly now: number },
): Promise<void> {
  await store.write.endManualUse(
    ref,
    endOf({ durationSeconds: Math.max(0, now - began) / 1000, completed: true, ...end }),
  );
}

export function rowOf(
  ref: InvocationRef,
  use: Omit<ManualUse, 'at'>,
  { at, session }: { readonly at: number | null; readonly session: SessionUid | null },
): InvocationRow {
  return {
    ...ref,
    skill: storableName(use.skill),
    what: 'manual',
    session,
    at,
    path: storableField(use.workflowPath),
    phase: storableField(use.workflowPhase),
    query: storableField(use.userQuery),
    request: null,
    alternatives: (use.alternatives ?? [])
      .slice(0, maxListed)
      .map(storableName)
      .filter((name) => name !== ''),
    rank: use.selectionRank ?? null,
    end: running,
  };
}

export function endOf({
  completed,
  durationSeconds,
  followUps = [],
  errorType,
}: Omit<ManualUseEnd, 'completed'> & { readonly completed?: boolean | null }): InvocationEnd {
  return {
    completed: completed ?? null,
    durationSeconds: durationSeconds === undefined ? null : Math.round(durationSeconds * 1000) / 1000,
    followUps: followUps
      .slice(0, maxListed)
      .map(storableName)
      .filter((name) => name !== ''),
    errorType: storableField(errorType),
  };
}

const running: InvocationEnd = { completed: null, durationSeconds: null, followUps: [], errorType: null };
const maxListed = 20;

function storableName(name: string): string {
  return storableLine(name).trim().slice(0, 100);
}

function storableField(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : storableLine(text).trim();
}
