import { text } from '../../../platform/parse-records.ts';
import { claudeStyle } from '../claude-style.ts';
import { plainId } from '../plain-id.ts';
import type { AgentHooks } from '../told.ts';

/** Claude Code 1.0.128 to 2.1.325. Calls have ids since 2.0, sub-agents on their calls since 2.1 (with `prompt_id`). */
export const claudeCode: AgentHooks = {
  agent: 'claude-code',
  flavor: 'claude',
  speaker(payload) {
    const session = plainId(payload['session_id']);
    const agent = plainId(payload['agent_id']);
    return session === undefined ? undefined : { session, native: agent === undefined ? session : `${session}/${agent}` };
  },
  told(event, payload) {
    const said = claudeStyle(event, payload);
    // Failures have an event of their own, so what comes here went well.
    if (said?.is === 'answer' && event === 'PostToolUse') return { ...said, answer: { ...said.answer, status: isInterrupted(payload['tool_response']) ? 'interrupted' : 'ok' } };
    return said;
  },
  hides: (payload) => (text(payload['prompt_id']) === undefined ? ['Task', 'Agent'] : []),
};

function isInterrupted(response: unknown): boolean {
  return typeof response === 'object' && response !== null && (response as { interrupted?: unknown }).interrupted === true;
}
