import { name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { claudeSessionStart } from '../agent/claude-hooks.ts';
import { outputText } from '../agent/output-text.ts';
import { plainId } from '../agent/plain-id.ts';
import { nothing, turn } from '../agent/hook-event.ts';
import type { AgentHooks, HookCall } from '../agent/hook-event.ts';

/**
 * GitHub Copilot CLI 1.0. No call ids. In a sub-agent `sessionId` is the sub-agent's, and `parentAgentId` whoever
 * started it: the main session, unless it was a sub-agent itself.
 */
export const hooks: AgentHooks = {
  session(payload) {
    const id = plainId(payload['sessionId']);
    const agent = plainId(payload['agentId']);
    if (id === undefined) return undefined;
    const main = agent === id ? (plainId(payload['parentAgentId']) ?? id) : id;
    return {
      main,
      native: agent === id && main !== id ? `${main}/${agent}` : main,
      cwd: name(payload['cwd']),
    };
  },
  read(event, payload) {
    switch (event) {
      case 'preToolUse':
        return { is: 'call', call: callOf(payload) };
      case 'postToolUse': {
        const result = object(payload['toolResult']);
        const kind = text(result['resultType']);
        // `success` means that the tool ran, not that the command succeeded.
        const status = kind === 'failure' ? 'failed' : kind === 'denied' || kind === 'rejected' ? 'denied' : undefined;
        return {
          is: 'result',
          result: { ...callOf(payload), output: outputText(result), status, durationMs: number(payload['durationMs']) },
        };
      }
      case 'postToolUseFailure':
        return { is: 'result', result: { ...callOf(payload), output: errorText(payload['error']), status: 'failed' } };
      case 'permissionRequest':
        return { is: 'permission', call: callOf(payload), text: '' };
      case 'errorOccurred':
        return { is: 'failure', type: text(payload['errorContext']) ?? 'error', text: errorText(payload['error']) };
      case 'sessionStart':
      case 'sessionEnd':
        return turn;
      case 'agentStop':
        return { is: 'turn', answer: '' };
      default:
        return bookkeeping.has(event) ? nothing : undefined;
    }
  },
  promptEvent: 'userPromptSubmitted',
  sessionStart: (payload) => (payload['source'] === 'new' ? { how: 'fresh' } : claudeSessionStart(payload)),
  accepts: {
    advice: { failed: ['postToolUseFailure'], ended: ['postToolUse'] },
    resume: ['sessionStart'],
    output: (_event, note) => ({ additionalContext: note }),
  },
};

function callOf(payload: JsonObject): HookCall {
  return { tool: text(payload['toolName']) ?? 'unknown', input: payload['toolArgs'] };
}

function errorText(error: unknown): string {
  return text(error) ?? text(object(error)['message']) ?? 'An error occurred';
}

const bookkeeping = new Set(['userPromptSubmitted', 'subagentStart', 'subagentStop', 'preCompact', 'notification']);
