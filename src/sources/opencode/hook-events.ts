import { number, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { pluginResult, pluginCall, pluginSession } from '../agent/plugin-hooks.ts';
import { nothing } from '../agent/hook-event.ts';
import type { AgentHooks, HookEvent } from '../agent/hook-event.ts';

/**
 * OpenCode, through our plugin: the payloads are ours, documented in src/live/spool/README.md. A sub-agent is a session
 * of its own. Retried requests and permission questions are recorded nowhere else.
 */
export const hooks: AgentHooks = {
  session: pluginSession,
  read(event, payload) {
    switch (event) {
      case 'tool.execute.before':
        return { is: 'call', call: pluginCall(payload) };
      case 'tool.execute.after':
        return { is: 'result', result: pluginResult(payload) };
      case 'tool.error':
        // A fork makes the bus report every part it copies.
        return {
          is: 'result',
          mayBeCopy: true,
          result: { ...pluginResult(payload), status: isRefusal(payload) ? 'denied' : 'failed' },
        };
      case 'session.status':
        return {
          is: 'failure',
          type: 'api_retry',
          text: retryText(text(payload['error']), number(payload['attempt'])),
        };
      case 'session.error':
        return failure(payload);
      case 'permission.asked':
        return { is: 'permission', call: pluginCall(payload), text: '' };
      case 'permission.replied':
        return payload['reply'] === 'reject'
          ? { is: 'intervention', type: 'rejected', text: 'Permission refused' }
          : {
              is: 'decision',
              type: 'permission_granted',
              text: `Permission given${payload['reply'] === 'always' ? ' for good' : ''}`,
            };
      default:
        return undefined;
    }
  },
};

function isRefusal(payload: JsonObject): boolean {
  return text(payload['error'])?.startsWith('The user rejected permission') === true;
}

/** With the text of the transcript, so that the two are one failure. */
function failure(payload: JsonObject): HookEvent {
  const [, kind = 'UnknownError', words] = /^(\w+Error)(?:: (.*))?$/s.exec(text(payload['error']) ?? '') ?? [];
  // Stopped by the person: the transcript has it.
  if (kind === 'MessageAbortedError') return nothing;
  const status = number(payload['status']);
  const type = kind === 'APIError' ? 'api_error' : kind.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return {
    is: 'failure',
    type,
    text: `${words ?? text(payload['error']) ?? kind}${status === undefined ? '' : ` (HTTP ${status})`}`,
  };
}

function retryText(error: string | undefined, attempt: number | undefined): string {
  return `${error ?? 'The request to the model failed'}${attempt === undefined ? '' : ` (attempt ${attempt})`}`;
}
