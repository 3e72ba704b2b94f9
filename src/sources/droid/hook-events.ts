import { text } from '../../platform/parse-records.ts';
import {
  claudeHookEvent,
  claudePromptEvent,
  claudeSession,
  claudeSessionStart,
  contextOutput,
  isBelow,
} from '../agent/claude-hooks.ts';
import { plainId } from '../agent/plain-id.ts';
import type { AgentHooks } from '../agent/hook-event.ts';

/**
 * Factory droid 0.225. As Claude Code, without call ids, and with no PostToolUse when a command fails. A sub-agent is
 * a session of its own.
 */
export const hooks: AgentHooks = {
  session: claudeSession,
  read: claudeHookEvent,
  promptEvent: claudePromptEvent,
  // A sub-agent names who called it; after a compaction it goes on in a new session.
  sessionStart(payload) {
    const start = text(payload['calling_session_id']) === undefined ? claudeSessionStart(payload) : undefined;
    return start?.how === 'compacted' ? { ...start, previous: plainId(payload['previous_session_id']) } : start;
  },
  claims: (payload) => isBelow('/.factory/', payload),
  accepts: { resume: ['SessionStart'], output: contextOutput },
};
