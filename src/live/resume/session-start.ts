import { sessionUid, type SessionUid } from '../../model/ids.ts';
import { name, text, type JsonObject } from '../../platform/parse-records.ts';
import { hooksOf, tellerOf } from '../../sources/hooks/agents.ts';
import { plainId } from '../../sources/hooks/plain-id.ts';

/** A session that begins, or that goes on after a compaction. */
export interface SessionStart {
  readonly agent: string;
  readonly session: SessionUid;
  /** What is told of after a compaction: itself, or the session that droid goes on from in a new one. */
  readonly before: SessionUid;
  readonly cwd: string;
  readonly how: 'fresh' | 'compacted';
  /** Where the agent writes it down, or wrote what was compacted, if it says so. */
  readonly transcript: string | undefined;
}

/**
 * Undefined for starts at which nothing is to be said: one that goes on with what it knows (`resume`, `fork`), one
 * for which somebody wanted a clean table (`clear`), a sub-agent's, and one that another agent tells through these
 * hooks.
 */
export function sessionStart(heard: string, payload: JsonObject): SessionStart | undefined {
  const hooks = hooksOf(heard);
  const speaker = hooks?.speaker(payload);
  const how = sources[text(payload['source']) ?? ''];
  if (!hooks || speaker?.cwd === undefined || how === undefined || tellerOf(heard, payload) !== heard) return undefined;
  if (speaker.native !== speaker.session || text(payload['calling_session_id']) !== undefined) return undefined;
  const before = (how === 'compacted' ? plainId(payload['previous_session_id']) : undefined) ?? speaker.session;
  return {
    agent: heard,
    session: sessionUid(hooks.flavor, speaker.session),
    before: sessionUid(hooks.flavor, before),
    cwd: speaker.cwd,
    how,
    transcript: name(payload['transcript_path'])?.replace(speaker.session, () => before),
  };
}

/** Copilot says `new`. */
const sources: Readonly<Record<string, SessionStart['how']>> = { startup: 'fresh', new: 'fresh', compact: 'compacted' };
