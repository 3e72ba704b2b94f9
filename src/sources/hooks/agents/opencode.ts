import { number, text } from '../../../platform/parse-records.ts';
import { pluginAnswer, pluginCall, pluginSpeaker } from '../plugin-style.ts';
import { nothing } from '../told.ts';
import type { AgentHooks } from '../told.ts';

/**
 * OpenCode, through our plugin: the payloads are ours, written down in src/live/spool/README.md. A sub-agent is a session
 * of its own. Requests that are tried again, and what was asked of the person, are told nowhere else.
 */
export const opencode: AgentHooks = {
  agent: 'opencode',
  flavor: 'opencode',
  speaker: pluginSpeaker,
  told(event, payload) {
    switch (event) {
      case 'tool.execute.before':
        return { is: 'call', call: pluginCall(payload) };
      case 'tool.execute.after':
        return { is: 'answer', answer: pluginAnswer(payload) };
      case 'tool.error':
        return { is: 'answer', answer: { ...pluginAnswer(payload), status: text(payload['error'])?.startsWith('The user rejected permission') ? 'denied' : 'failed' } };
      case 'session.status':
        return { is: 'failure', type: 'api_retry', text: retryText(text(payload['error']), number(payload['attempt'])) };
      case 'session.error':
        // Stopped by the person: the transcript says so.
        return text(payload['error'])?.startsWith('MessageAborted') ? nothing : { is: 'failure', type: 'api_error', text: text(payload['error']) ?? 'The session ended with an error' };
      case 'permission.asked':
        return { is: 'permission', call: pluginCall(payload), text: '' };
      case 'permission.replied':
        return payload['reply'] === 'reject'
          ? { is: 'intervention', type: 'rejected', text: 'Permission refused' }
          : { is: 'decision', type: 'permission_granted', text: `Permission given${payload['reply'] === 'always' ? ' for good' : ''}` };
      default:
        return undefined;
    }
  },
};

function retryText(error: string | undefined, attempt: number | undefined): string {
  return `${error ?? 'The request to the model failed'}${attempt === undefined ? '' : ` (attempt ${attempt})`}`;
}
