import { name, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { answerOf, callOf, claudeStyle } from '../claude-style.ts';
import { outputText } from '../output-text.ts';
import { plainId } from '../plain-id.ts';
import { withExitCode } from '../shell-report.ts';
import { nothing, turn } from '../told.ts';
import type { AgentHooks, Answer } from '../told.ts';

/**
 * Gemini CLI 0.61. No call ids; a sub-agent's calls come under the main session's id. Its file tells of a call only
 * when it is over.
 */
export const gemini: AgentHooks = {
  agent: 'gemini',
  flavor: 'gemini',
  speaker(payload) {
    const session = plainId(payload['session_id']);
    return session === undefined ? undefined : { session, native: session, cwd: name(payload['cwd']) };
  },
  told(event, payload) {
    switch (event) {
      case 'BeforeTool':
        return { is: 'call', call: callOf(payload) };
      case 'AfterTool':
        return { is: 'answer', answer: withExitCode(answered(payload)) };
      case 'BeforeAgent':
      case 'AfterAgent':
        return turn;
      case 'PreCompress':
      case 'BeforeModel':
      case 'BeforeToolSelection':
      case 'AfterModel':
        return nothing;
      default:
        return claudeStyle(event, payload);
    }
  },
  hides: () => ['invoke_agent'],
};

function answered(payload: JsonObject): Answer {
  const response = object(payload['tool_response']);
  const error = object(response['error'])['message'];
  if (error === undefined) return answerOf(payload);
  return { ...answerOf(payload), output: outputText(response['llmContent']) || (text(error) ?? ''), status: 'failed' };
}
