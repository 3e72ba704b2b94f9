import { text } from '../../platform/parse-records.ts';
import {
  claudeHookEvent,
  claudePromptEvent,
  claudeSessionStart,
  claudeSubagentSession,
  contextOutput,
} from '../agent/claude-hooks.ts';
import type { AgentHooks } from '../agent/hook-event.ts';

/** Claude Code 1.0.128 to 2.1.325. Calls have ids since 2.0, sub-agents on their calls since 2.1 (with `prompt_id`). */
export const hooks: AgentHooks = {
  session: claudeSubagentSession,
  read(event, payload) {
    const found = claudeHookEvent(event, payload);
    // Failures have an event of their own, so what comes here succeeded.
    if (found?.is === 'result' && event === 'PostToolUse')
      return {
        ...found,
        result: { ...found.result, status: isInterrupted(payload['tool_response']) ? 'interrupted' : 'ok' },
      };
    if (found?.is === 'batch')
      return { ...found, results: found.results.map((result) => ({ ...result, status: refusalIn(result.output) })) };
    return found;
  },
  promptEvent: claudePromptEvent,
  sessionStart: claudeSessionStart,
  isShared: true,
  accepts: {
    advice: {
      failed: ['PostToolUseFailure'],
      // A pipe may hide that a command failed.
      masked: { event: 'PostToolUse', where: '"tool_name": ?"Bash".*[|;&].*"tool_response".*' },
    },
    resume: ['SessionStart'],
    output: contextOutput,
  },
  subagentTools: (payload) => (text(payload['prompt_id']) === undefined ? ['Task', 'Agent'] : []),
};

function isInterrupted(response: unknown): boolean {
  return (
    typeof response === 'object' && response !== null && (response as { interrupted?: unknown }).interrupted === true
  );
}

/** Calls that never ran are in the batch alone, and only as text. */
function refusalIn(output: string): 'denied' | 'failed' | undefined {
  if (denial.test(output)) return 'denied';
  return output.startsWith('<tool_use_error>') ? 'failed' : undefined;
}

const denial =
  /^(?:Permission to use .{1,200} has been denied|This command requires approval|The user doesn't want to |PreToolUse:\S+ hook error)/s;
