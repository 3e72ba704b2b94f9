import { name, text } from '../../platform/parse-records.ts';
import {
  claudeHookEvent,
  claudePromptEvent,
  claudeSessionStart,
  contextOutput,
  isBelow,
} from '../agent/claude-hooks.ts';
import { plainId } from '../agent/plain-id.ts';
import { nothing, turn } from '../agent/hook-event.ts';
import type { AgentHooks } from '../agent/hook-event.ts';

/**
 * Codex CLI 0.166. A sub-agent is a thread of its own, `agent_id`; `session_id` stays the root's. Tools have other
 * names than in the rollout (`Bash` for `exec_command`): the call's id is what joins them. A call that failed to
 * start has no PostToolUse.
 */
export const hooks: AgentHooks = {
  session(payload) {
    const session = plainId(payload['session_id']);
    return session === undefined
      ? undefined
      : { main: session, native: plainId(payload['agent_id']) ?? session, cwd: name(payload['cwd']) };
  },
  read(event, payload) {
    if (event === 'PostModelRequest') {
      // A retried request leaves no trace in the rollout.
      return payload['status'] === 'failed'
        ? { is: 'failure', type: 'api_error', text: text(payload['error']) ?? 'The request to the model failed' }
        : nothing;
    }
    if (event === 'PreModelRequest') return nothing;
    if (event === 'Interrupt') return turn;
    return claudeHookEvent(event, { ...payload, tool_name: text(payload['tool_name'])?.replace(namespace, '') });
  },
  promptEvent: claudePromptEvent,
  sessionStart: claudeSessionStart,
  claims: (payload) => isBelow('/.codex/', payload),
  accepts: { advice: { ended: ['PostToolUse'] }, resume: ['SessionStart'], output: contextOutput },
};

/** Hooks write a namespace and the tool in it as one word; the rollout names the tool alone. */
const namespace = /^(?:collaboration|multi_agent_v1)(?=[a-z])/;
