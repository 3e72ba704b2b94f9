import { invocationId, type Key, type SessionUid } from '../model/ids.ts';
import type { Invocation } from '../model/invocation.ts';
import type { InvocationWhat } from '../model/words.ts';
import { isoTime } from './iso-time.ts';

/** A row of table `invocation`, with what its session says. */
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
    id: invocationId(row), skill: row.skill, what: row.what, basis: row.told === 1 ? 'told' : 'mined', session: row.session, source: row.source, repo: row.repo,
    at: row.at === null ? null : isoTime(row.at), workflow_path: row.path, workflow_phase: row.phase, user_query: row.query, request: row.request,
    alternatives: linesOf(row.alternatives), selection_rank: row.rank, completed: row.completed === null ? null : row.completed === 1, duration_seconds: row.seconds,
    follow_ups: linesOf(row.follow_ups), error_type: row.error_type,
  };
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}
