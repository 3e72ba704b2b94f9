import { name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { outputText } from '../output-text.ts';
import { plainId } from '../plain-id.ts';
import { nothing, turn } from '../told.ts';
import type { AgentHooks, Call } from '../told.ts';

/**
 * GitHub Copilot CLI 1.0. No call ids. In a sub-agent `sessionId` is the sub-agent's, and `parentAgentId` whoever
 * started it: the main session, unless it was a sub-agent itself.
 */
export const copilot: AgentHooks = {
  agent: 'copilot',
  flavor: 'copilot',
  speaker(payload) {
    const said = plainId(payload['sessionId']);
    const agent = plainId(payload['agentId']);
    if (said === undefined) return undefined;
    const main = agent === said ? (plainId(payload['parentAgentId']) ?? said) : said;
    return {
      session: main,
      native: agent === said && main !== said ? `${main}/${agent}` : main,
      cwd: name(payload['cwd']),
    };
  },
  told(event, payload) {
    switch (event) {
      case 'preToolUse':
        return { is: 'call', call: callOf(payload) };
      case 'postToolUse': {
        const result = object(payload['toolResult']);
        const kind = text(result['resultType']);
        // `success` says that the tool ran, not that the command went well.
        const status = kind === 'failure' ? 'failed' : kind === 'denied' || kind === 'rejected' ? 'denied' : undefined;
        return {
          is: 'answer',
          answer: { ...callOf(payload), output: outputText(result), status, durationMs: number(payload['durationMs']) },
        };
      }
      case 'postToolUseFailure':
        return { is: 'answer', answer: { ...callOf(payload), output: errorText(payload['error']), status: 'failed' } };
      case 'permissionRequest':
        return { is: 'permission', call: callOf(payload), text: '' };
      case 'errorOccurred':
        return { is: 'failure', type: text(payload['errorContext']) ?? 'error', text: errorText(payload['error']) };
      case 'sessionStart':
      case 'sessionEnd':
        return turn;
      default:
        return bookkeeping.has(event) ? nothing : undefined;
    }
  },
};

function callOf(payload: JsonObject): Call {
  return { tool: text(payload['toolName']) ?? 'unknown', input: payload['toolArgs'] };
}

function errorText(error: unknown): string {
  return text(error) ?? text(object(error)['message']) ?? 'An error occurred';
}

const bookkeeping = new Set([
  'userPromptSubmitted',
  'agentStop',
  'subagentStart',
  'subagentStop',
  'preCompact',
  'notification',
]);
