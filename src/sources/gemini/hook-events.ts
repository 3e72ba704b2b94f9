import { object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import {
  callOf,
  claudeHookEvent,
  claudeSession,
  claudeSessionStart,
  contextOutput,
  isBelow,
  resultOf,
} from '../agent/claude-hooks.ts';
import { outputText } from '../agent/output-text.ts';
import { withExitCode } from '../agent/exit-code.ts';
import { nothing, turn } from '../agent/hook-event.ts';
import type { AgentHooks, HookResult } from '../agent/hook-event.ts';
import { readShellReport } from './shell-report.ts';

/**
 * Gemini CLI 0.61. No call ids; a sub-agent's calls come under the main session's id. Its file has a call only after it
 * ended.
 */
export const hooks: AgentHooks = {
  session: claudeSession,
  read(event, payload) {
    switch (event) {
      case 'BeforeTool':
        return { is: 'call', call: callOf(payload) };
      case 'AfterTool':
        return { is: 'result', result: withExitCode(answered(payload)) };
      case 'BeforeAgent':
        return turn;
      case 'AfterAgent':
        return { is: 'turn', answer: text(payload['prompt_response']) ?? '' };
      case 'PreCompress':
      case 'BeforeModel':
      case 'BeforeToolSelection':
      case 'AfterModel':
        return nothing;
      default:
        return claudeHookEvent(event, payload);
    }
  },
  subagentTools: () => ['invoke_agent'],
  promptEvent: 'BeforeAgent',
  sessionStart: claudeSessionStart,
  recorded({ output }, payload) {
    const error = text(object(object(payload['tool_response'])['error'])['message']);
    return error === undefined ? readShellReport(output) : { output: error };
  },
  claims: (payload) => isBelow('/.gemini/', payload),
  needsJson: true,
  accepts: { advice: { ended: ['AfterTool'] }, resume: ['SessionStart'], output: contextOutput },
};

function answered(payload: JsonObject): HookResult {
  const response = object(payload['tool_response']);
  const error = object(response['error'])['message'];
  if (error === undefined) return resultOf(payload);
  return { ...resultOf(payload), output: outputText(response['llmContent']) || (text(error) ?? ''), status: 'failed' };
}
