import type { SessionUid } from '../../model/ids.ts';
import type { JudgedBy, JudgedOutcome, Judgement } from '../../model/judgement.ts';
import type { Dropped } from './check-answer.ts';

/** What was kept of a judgement. */
export interface Judged {
  readonly session: SessionUid;
  readonly basis: 'judged';
  readonly model: string;
  readonly at: string;
  /** Calls that were judged, and causes that were named. */
  readonly calls: number;
  readonly causes: number;
  readonly stories: number;
  readonly outcome: JudgedOutcome | null;
  /** What was left out of the answers. */
  readonly dropped: Dropped;
}

/** The judgement that was removed. */
export interface RemovedJudgement {
  readonly session: SessionUid;
  readonly removed: JudgedBy;
}

export function judgedAnswer({ session, model, at, calls, stories, outcome }: Judgement, dropped: Dropped): Judged {
  return {
    session,
    basis: 'judged',
    model,
    at,
    calls: calls.length,
    causes: calls.reduce((sum, { causes }) => sum + causes.length, 0),
    stories: stories.length,
    outcome,
    dropped,
  };
}
