import { name } from '../../../platform/parse-records.ts';
import { claudeStyle } from '../claude-style.ts';
import { plainId } from '../plain-id.ts';
import type { AgentHooks } from '../told.ts';

/**
 * Factory droid 0.225. As Claude Code, without call ids, and with no PostToolUse when a command fails. A sub-agent is
 * a session of its own.
 */
export const droid: AgentHooks = {
  agent: 'droid',
  flavor: 'droid',
  speaker(payload) {
    const session = plainId(payload['session_id']);
    return session === undefined ? undefined : { session, native: session, cwd: name(payload['cwd']) };
  },
  told: claudeStyle,
};
