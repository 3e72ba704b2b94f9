import { needsReview, resolutionMs, type Chain, type FixAttempt } from '../../model/chain.ts';
import type { DetectedBy } from '../../model/words.ts';
import { chainId, eventId, fixId, type EventId, type Key, type SessionUid } from '../../model/ids.ts';
import type { JudgedBy } from '../../model/judgement.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from './codes.ts';
import { isoTime } from './iso-time.ts';
import { toKeptAttempt, type AttemptRecord } from './kept-chain.ts';
import { linesOf } from './lines-of.ts';
import { namedFix } from './chain-notes.ts';

/** A row of table `chain`, with the text of its fingerprint and facts of its session. */
export interface ChainRecord {
  readonly tree: Key;
  readonly chain: Key;
  readonly session: SessionUid | null;
  readonly basis: number;
  readonly kind: number;
  readonly state: number;
  readonly fingerprint: string;
  readonly type: string;
  readonly message: string;
  readonly action: string;
  readonly marks: string;
  readonly context: string | null;
  readonly at: number | null;
  readonly resolved_at: number | null;
  readonly verified_by: string;
  readonly culprit: string;
  readonly said: string | null;
  /** Null in rows of earlier versions. */
  readonly lines: string | null;
  readonly detected_by: string | null;
  readonly judged: string | null;
  /** As whoever resolved it says; null where the times say it. */
  readonly resolution_ms: number | null;
  readonly output: string | null;
  readonly source: string | null;
  readonly repo: string | null;
}

/** Of `chain c`, where only the time to its fix counts. */
export const resolvedAt = 'coalesce(c.at + c.resolution_ms, c.resolved_at)';

/** As in every answer. `also`: the other texts of the failure. */
export function toChain(row: ChainRecord, tried: readonly AttemptRecord[], also: readonly string[]): Chain {
  const id = chainId(row);
  const made = tried.map(toAttempt);
  const state = chainStateCodes.decode(row.state)!;
  const basis = chainBasisCodes.decode(row.basis)!;
  const ms = row.resolution_ms ?? resolutionMs(row.at, row.resolved_at);
  return {
    id,
    basis: row.judged === null ? basis : 'judged',
    error: {
      id: basis === 'mined' ? eventId({ tree: row.tree, event: row.chain }) : id,
      kind: errorKindCodes.decode(row.kind)!,
      type: row.type,
      message: row.message,
      fingerprint: row.fingerprint,
      lines: linesOf(row.lines ?? ''),
      also,
      detected_by: row.detected_by as DetectedBy | null,
      action: row.action,
      marks: linesOf(row.marks),
      context: row.context === null ? null : (JSON.parse(row.context) as Chain['error']['context']),
      output: row.output,
      session: row.session,
      source: row.source,
      repo: row.repo,
      at: timeOf(row.at),
    },
    attempts: made,
    state,
    resolved: state === 'resolved',
    needs_review: needsReview(state, made),
    successful_fix_id: made[helpedAt(row, tried)]?.id ?? null,
    resolution_ms: ms,
    resolution_time_minutes: ms === null ? null : ms / 60_000,
    resolved_at: timeOf(row.resolved_at),
    verified_by: row.verified_by === '' ? null : (row.verified_by as EventId),
    culprit: row.culprit === '' ? [] : (row.culprit.split(' ') as EventId[]),
    ...(row.judged !== null && { judged: judgedBy(row.judged) }),
  };
}

function judgedBy(json: string): JudgedBy {
  const { model, at } = JSON.parse(json) as JudgedBy;
  return { model, at };
}

/** The attempt that helped: the one somebody named, else the first known to have. */
function helpedAt({ said }: ChainRecord, tried: readonly AttemptRecord[]): number {
  const named = said === null ? undefined : namedFix(said);
  const at =
    named === undefined ? -1 : tried.findIndex(({ id_tree, id }) => id_tree === named.tree && id === named.event);
  return at >= 0 ? at : tried.findIndex(({ successful }) => successful === 1);
}

function toAttempt(row: AttemptRecord): FixAttempt {
  const { id, action, codeChanges, successful, marks, at, session, isManual } = toKeptAttempt(row);
  return {
    id: isManual ? fixId(id) : eventId(id),
    action,
    code_changes: codeChanges,
    successful,
    marks,
    at: timeOf(at),
    ...(session !== undefined && { session }),
  };
}

function timeOf(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
