import { name, text } from '../../../platform/parse-records.ts';
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
    return session === undefined
      ? undefined
      : { session, native: agent === undefined ? session : `${session}/${agent}`, cwd: name(payload['cwd']) };
  },
  told(event, payload) {
    const said = claudeStyle(event, payload);
    // Failures have an event of their own, so what comes here went well.
    if (said?.is === 'answer' && event === 'PostToolUse')
      return {
        ...said,
        answer: { ...said.answer, status: isInterrupted(payload['tool_response']) ? 'interrupted' : 'ok' },
      };
    if (said?.is === 'batch')
      return { ...said, answers: said.answers.map((answer) => ({ ...answer, status: refusalIn(answer.output) })) };
    return said;
  },
  hides: (payload) => (text(payload['prompt_id']) === undefined ? ['Task', 'Agent'] : []),
};

function isInterrupted(response: unknown): boolean {
  return (
    typeof response === 'object' && response !== null && (response as { interrupted?: unknown }).interrupted === true
  );
}

/** Calls that never ran are told in the batch alone, and only in words. */
function refusalIn(output: string): 'denied' | 'failed' | undefined {
  if (denial.test(output)) return 'denied';
  return output.startsWith('<tool_use_error>') ? 'failed' : undefined;
}

const denial =
  /^(?:Permission to use .{1,200} has been denied|This command requires approval|The user doesn't want to |PreToolUse:\S+ hook error)/s;
