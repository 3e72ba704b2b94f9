import { number } from '../../../platform/parse-records.ts';
import { pluginAnswer, pluginCall, pluginSpeaker } from '../plugin-style.ts';
import { nothing } from '../told.ts';
import type { AgentHooks } from '../told.ts';

/** pi, through our extension: the payloads are ours, written down in src/live/spool/README.md. */
export const pi: AgentHooks = {
  agent: 'pi',
  flavor: 'pi',
  speaker: pluginSpeaker,
  told(event, payload) {
    switch (event) {
      case 'tool_execution_start':
        return { is: 'call', call: pluginCall(payload) };
      case 'tool_execution_end':
        return { is: 'answer', answer: pluginAnswer(payload) };
      case 'after_provider_response': {
        const status = number(payload['status']) ?? 0;
        return status >= 400
          ? { is: 'failure', type: 'api_error', text: `The model answered with HTTP status ${status}` }
          : nothing;
      }
      default:
        return undefined;
    }
  },
};
