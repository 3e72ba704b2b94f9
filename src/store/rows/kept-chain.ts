import type { Key, SessionUid } from '../../model/ids.ts';
import { linesOf } from './lines-of.ts';
import type { AttemptRow, ChainRow } from '../store.ts';

/** A chain as stored, with manual entries. */
export interface KeptChain extends ChainRow {
  /** JSON, see chain-notes.ts. */
  readonly notes: string | null;
  /** JSON, see apply-judgement.ts. */
  readonly judged?: string;
  readonly attempts: readonly KeptAttempt[];
}

export interface KeptAttempt extends AttemptRow {
  readonly isManual: boolean;
}

export const attemptColumns =
  'a.tree, a.chain, a.id_tree, a.id, a.action, a.code_changes, a.successful, a.marks, a.at, a.told, a.session';

export interface AttemptRecord {
  readonly tree: Key;
  readonly chain: Key;
  readonly id_tree: Key;
  readonly id: Key;
  readonly action: string;
  readonly code_changes: string | null;
  readonly successful: number | null;
  readonly marks: string;
  readonly at: number | null;
  readonly told: number;
  readonly session: SessionUid | null;
}

export function toKeptAttempt({
  id_tree,
  id,
  action,
  code_changes,
  successful,
  marks,
  at,
  told,
  session,
}: AttemptRecord): KeptAttempt {
  return {
    id: { tree: id_tree, event: id },
    action,
    codeChanges: code_changes,
    successful: successful === null ? null : successful === 1,
    marks: linesOf(marks),
    at,
    isManual: told === 1,
    ...(session !== null && { session }),
  };
}
