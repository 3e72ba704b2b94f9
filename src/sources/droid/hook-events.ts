import {
  claudeHookEvent,
  claudePromptEvent,
  claudeSession,
  claudeSessionStart,
  contextOutput,
  isBelow,
} from '../agent/claude-hooks.ts';
import type { AgentHooks } from '../agent/hook-event.ts';

/**
 * Factory droid 0.225. As Claude Code, without call ids, and with no PostToolUse when a command fails. A sub-agent is
 * a session of its own.
 */
export const hooks: AgentHooks = {
  session: claudeSession,
  read: claudeHookEvent,
  promptEvent: claudePromptEvent,
  sessionStart: claudeSessionStart,
  claims: (payload) => isBelow('/.factory/', payload),
  accepts: { resume: ['SessionStart'], output: contextOutput },
};
