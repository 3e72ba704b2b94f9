import type { SkillsMiner } from '../../memory/skills/skills-miner.ts';
import { invocationRef, type SessionUid } from '../../model/ids.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { InvocationRow, MinedUses } from '../../store/store.ts';

/** The uses a miner found in a session whose events it has all seen, as rows. */
export function minedUses(session: SessionUid, miner: SkillsMiner): MinedUses {
  return { session, uses: miner.end().map(rowOf), phase: miner.phase() };
}

function rowOf(use: Invocation): InvocationRow {
  return {
    ...invocationRef(use.id)!,
    skill: use.skill,
    what: use.what,
    session: use.session,
    at: use.at === null ? null : Date.parse(use.at),
    path: use.workflow_path,
    phase: use.workflow_phase,
    query: use.user_query,
    request: use.request,
    alternatives: use.alternatives,
    rank: use.selection_rank,
    end: {
      completed: use.completed,
      durationSeconds: use.duration_seconds,
      followUps: use.follow_ups,
      errorType: use.error_type,
    },
  };
}
