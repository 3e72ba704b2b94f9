import { sessionUid, type SessionUid } from '../../model/ids.ts';
import { name, type JsonObject } from '../../platform/parse-records.ts';
import { redactUid } from '../../platform/redact-uid.ts';
import { agentWithHooks } from '../../sources/registry.ts';
import { senderOf } from '../hook/sender-of.ts';

/** A session that starts, or continues after a compaction. */
export interface SessionStart {
  readonly agent: string;
  readonly session: SessionUid;
  /** The session that was compacted: itself, or the one that the agent continues in a new one. */
  readonly before: SessionUid;
  readonly cwd: string;
  readonly how: 'fresh' | 'compacted';
  /** The transcript of the session, or of the one that was compacted, where known. */
  readonly transcript: string | undefined;
}

/**
 * Undefined for starts without a note: those the agent's hooks leave out, a sub-agent's, and one that another agent
 * reports through these hooks.
 */
export function sessionStart(hookOf: string, payload: JsonObject): SessionStart | undefined {
  const agent = agentWithHooks(hookOf);
  const session = agent?.hooks.session(payload);
  const start = agent?.hooks.sessionStart?.(payload);
  if (!agent || session?.cwd === undefined || !start || senderOf(hookOf, payload) !== hookOf) return undefined;
  if (session.native !== session.main) return undefined;
  const before = start.previous ?? session.main;
  return {
    agent: hookOf,
    session: redactUid(sessionUid(agent.flavor, session.main)),
    before: redactUid(sessionUid(agent.flavor, before)),
    cwd: session.cwd,
    how: start.how,
    transcript: name(payload['transcript_path'])?.replace(session.main, () => before),
  };
}
