import { invocationId, type Key, type SessionUid } from '../../model/ids.ts';
import type { DescribedUse, Invocation, Use } from '../../model/invocation.ts';
import type { InvocationWhat } from '../../model/words.ts';
import { isoTime } from './iso-time.ts';
import { linesOf } from './lines-of.ts';

/** A row of table `invocation`, with facts of its session. */
export interface InvocationRecord {
  readonly tree: Key;
  readonly invocation: Key;
  readonly session: SessionUid | null;
  readonly told: number;
  readonly what: InvocationWhat;
  readonly skill: string;
  readonly at: number | null;
  readonly path: string | null;
  readonly phase: string | null;
  readonly query: string | null;
  readonly request: string | null;
  readonly alternatives: string;
  readonly rank: number | null;
  readonly completed: number | null;
  readonly seconds: number | null;
  readonly follow_ups: string;
  readonly error_type: string | null;
  readonly source: string | null;
  readonly repo: string | null;
}

export function toInvocation(row: InvocationRecord): Invocation {
  return {
    id: invocationId(row),
    skill: row.skill,
    what: row.what,
    basis: row.told === 1 ? 'manual' : 'mined',
    session: row.session,
    source: row.source,
    repo: row.repo,
    at: row.at === null ? null : isoTime(row.at),
    workflow_path: row.path,
    workflow_phase: row.phase,
    user_query: row.query,
    request: row.request,
    alternatives: linesOf(row.alternatives),
    selection_rank: row.rank,
    completed: row.completed === null ? null : row.completed === 1,
    duration_seconds: row.seconds,
    follow_ups: linesOf(row.follow_ups),
    error_type: row.error_type,
  };
}

/** Of `invocation i`; its phase comes after these, since each store finds it in its own way. */
export const useColumns =
  'i.tree, i.invocation, i.skill, i.what, i.session, i.at, i.path, i.completed, i.seconds, i.rank, i.error_type, i.follow_ups';
export type UseRecord = readonly [
  tree: Key,
  invocation: Key,
  skill: string,
  what: InvocationWhat,
  session: SessionUid | null,
  at: number | null,
  path: string | null,
  completed: number | null,
  seconds: number | null,
  rank: number | null,
  errorType: string | null,
  followUps: string,
  phase: string | null,
];

/** Thousands of them are counted, so they come as lists of values. */
export function toUse([
  ,
  ,
  skill,
  what,
  session,
  at,
  path,
  completed,
  seconds,
  rank,
  errorType,
  followUps,
  phase,
]: UseRecord): Use {
  return {
    skill,
    what,
    session,
    at,
    workflow_path: path,
    workflow_phase: phase,
    completed: completed === null ? null : completed === 1,
    duration_seconds: seconds,
    selection_rank: rank,
    error_type: errorType,
    follow_ups: linesOf(followUps),
  };
}

/** Of `invocation i`; its phase comes after these too. */
export const describedUseColumns =
  'i.tree, i.invocation, i.skill, i.session, i.at, i.query, i.request, i.completed, i.seconds';
export type DescribedUseRecord = readonly [
  tree: Key,
  invocation: Key,
  skill: string,
  session: SessionUid | null,
  at: number | null,
  query: string | null,
  request: string | null,
  completed: number | null,
  seconds: number | null,
  phase: string | null,
];

export function toDescribedUse([
  tree,
  invocation,
  skill,
  session,
  at,
  query,
  request,
  completed,
  seconds,
  phase,
]: DescribedUseRecord): DescribedUse {
  return {
    id: invocationId({ tree, invocation }),
    skill,
    session,
    at: at === null ? null : isoTime(at),
    workflow_phase: phase,
    user_query: query,
    request,
    completed: completed === null ? null : completed === 1,
    duration_seconds: seconds,
  };
}
