import { number } from '../../platform/parse-records.ts';
import { pluginResult, pluginCall, pluginSession } from '../agent/plugin-hooks.ts';
import { nothing } from '../agent/hook-event.ts';
import type { AgentHooks } from '../agent/hook-event.ts';

/** pi, through our extension: the payloads are ours, documented in src/live/spool/README.md. */
export const hooks: AgentHooks = {
  session: pluginSession,
  read(event, payload) {
    switch (event) {
      case 'tool_execution_start':
        return { is: 'call', call: pluginCall(payload) };
      case 'tool_execution_end':
        return { is: 'result', result: pluginResult(payload) };
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
