import { eventId, type Key, type SessionUid } from '../../model/ids.ts';
import { linesOf } from './lines-of.ts';
import type { TriedChain } from '../store.ts';

// Thousands of them go into a list of patterns, so they come as lists of values with only what is counted.

export type TriedRecord = readonly [
  tree: Key,
  chain: Key,
  fingerprint: Key,
  session: SessionUid | null,
  message: string,
  action: string,
  marks: string,
  at: number | null,
  resolvedAt: number | null,
  verifiedBy: string,
];

export const triedAttemptColumns =
  'a.chain, a.tree, a.number, a.id_tree, a.id, a.action, a.successful, a.marks, a.at, a.told';
export type TriedAttempt = readonly [
  chain: Key,
  tree: Key,
  number: number,
  idTree: Key,
  id: Key,
  action: string,
  successful: number | null,
  marks: string,
  at: number | null,
  told: number,
];

export function toTriedChains(rows: readonly TriedRecord[], tried: readonly TriedAttempt[]): readonly TriedChain[] {
  const attempts = Map.groupBy(tried, ([chain]) => chain);
  return rows.map(([tree, chain, fingerprint, session, message, action, marks, at, resolvedAt, verifiedBy]) => ({
    chain: { tree, chain },
    fingerprint,
    session,
    message,
    action,
    marks: linesOf(marks),
    at,
    resolvedAt,
    // Two trees may have a chain of the same key: a fork copied it.
    attempts: (attempts.get(chain) ?? [])
      .filter((each) => each[1] === tree)
      .toSorted((a, b) => a[2] - b[2])
      .map((each) => toAttempt(each, verifiedBy)),
  }));
}

function toAttempt(
  [, , , tree, event, action, successful, marks, at, told]: TriedAttempt,
  verifiedBy: string,
): TriedChain['attempts'][number] {
  const id = { tree, event };
  return {
    id,
    action,
    successful: successful === null ? null : successful === 1,
    marks: linesOf(marks),
    at,
    isManual: told === 1,
    isProof: eventId(id) === verifiedBy,
  };
}
