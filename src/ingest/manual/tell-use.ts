import { randomUUID } from 'node:crypto';
import {
  invocationId,
  keyOf,
  treeKey,
  workspaceTree,
  type InvocationId,
  type InvocationRef,
  type Key,
  type SessionUid,
} from '../../model/ids.ts';
import type { InvocationEnd, InvocationRow, Store, StoreReader } from '../../store/store.ts';
import { timeOf } from './check-told.ts';
import { lineToKeep } from './fit-to-keep.ts';
import type { Telling } from './told.ts';
import type { ToldEnd, ToldUse } from './told-use.ts';

/** Keeps a use that somebody tells of, as one that is going on. It has passed `checkUse`. */
export async function tellUse(
  store: Store,
  use: ToldUse,
  telling: Telling,
): Promise<{ readonly id: InvocationId; readonly ref: InvocationRef; readonly at: number }> {
  const ref = { tree: await treeOfTold(store.read, telling), invocation: keyOf(randomUUID()) };
  const at = use.at === undefined ? telling.clock() : timeOf(use.at);
  await store.write.putToldUses([rowOf(ref, use, { at, session: telling.session ?? null })]);
  return { id: invocationId(ref), ref, at };
}

/** It has passed `checkEnd`. */
export async function tellEnd(
  store: Store,
  ref: InvocationRef,
  end: ToldEnd,
  { began, now }: { readonly began: number; readonly now: number },
): Promise<void> {
  await store.write.endToldUse(
    ref,
    endOf({ durationSeconds: Math.max(0, now - began) / 1000, completed: true, ...end }),
  );
}

export function rowOf(
  ref: InvocationRef,
  use: ToldUse,
  { at, session }: { readonly at: number | null; readonly session: SessionUid | null },
): InvocationRow {
  return {
    ...ref,
    skill: nameToKeep(use.skill),
    what: 'told',
    session,
    at,
    path: wordToKeep(use.workflowPath),
    phase: wordToKeep(use.workflowPhase),
    query: wordToKeep(use.userQuery),
    request: null,
    alternatives: (use.alternatives ?? [])
      .slice(0, mostListed)
      .map(nameToKeep)
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
}: Omit<ToldEnd, 'completed'> & { readonly completed?: boolean | null }): InvocationEnd {
  return {
    completed: completed ?? null,
    durationSeconds: durationSeconds === undefined ? null : Math.round(durationSeconds * 1000) / 1000,
    followUps: followUps
      .slice(0, mostListed)
      .map(nameToKeep)
      .filter((name) => name !== ''),
    errorType: wordToKeep(errorType),
  };
}

const running: InvocationEnd = { completed: null, durationSeconds: null, followUps: [], errorType: null };
const mostListed = 20;

export async function treeOfTold(
  read: StoreReader,
  { session, workspace }: Pick<Telling, 'session' | 'workspace'>,
): Promise<Key> {
  return session === undefined ? workspaceTree(workspace) : ((await read.treeOf(session)) ?? treeKey(session));
}

function nameToKeep(name: string): string {
  return lineToKeep(name).trim().slice(0, 100);
}

function wordToKeep(word: string | undefined): string | null {
  return word === undefined || word.trim() === '' ? null : lineToKeep(word).trim();
}
