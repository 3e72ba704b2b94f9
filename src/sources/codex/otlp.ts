import { name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf, count, errorText, flag } from '../agent/telemetry/fields.ts';
import { nothing } from '../agent/telemetry/agent-telemetry.ts';
import type { AgentTelemetry, TelemetryFact } from '../agent/telemetry/agent-telemetry.ts';

/**
 * Codex CLI 0.166. A sub-agent is a thread of its own. Log records hold calls and requests that were tried again,
 * which leave no trace in the rollout; spans hold the same in two thousand pieces.
 */
export const telemetry: AgentTelemetry = {
  owns: ({ service, name: event }) => /^codex(?:[_-]|$)/.test(service ?? '') || event.startsWith('codex.'),
  session: ({ attributes }) => name(attributes['conversation.id']),
  factOf({ signal, name: event, attributes }) {
    if (signal === 'span') return nothing;
    switch (event) {
      case 'codex.tool_result':
        return {
          is: 'call',
          id: name(attributes['call_id']),
          tool: name(attributes['tool_name']),
          input: argumentsOf(attributes['arguments']),
          // A command that failed is a success of the tool; only its output shows it.
          end: {
            output: text(attributes['output']) ?? '',
            status: flag(attributes['success']) === false ? 'failed' : undefined,
            durationMs: count(attributes['duration_ms']),
          },
        };
      case 'codex.tool_decision':
        return decision(attributes);
      case 'codex.api_request':
      case 'codex.websocket_request':
      case 'codex.sse_event':
      case 'codex.websocket_event':
        return request(attributes);
      default:
        return event.startsWith('codex.') && !bookkeeping.test(event) ? undefined : nothing;
    }
  },
};

function request(attributes: JsonObject): TelemetryFact {
  const status = count(attributes['http.response.status_code']);
  const words = errorText(attributes);
  if (words === undefined && (status === undefined || status < 400)) return nothing;
  const attempt = count(attributes['attempt']);
  const which = attempt === undefined ? '' : `, attempt ${attempt + 1}`;
  return {
    is: 'failure',
    type: 'api_error',
    text: `API error${status === undefined ? '' : ` ${status}`}${which}${words === undefined ? '' : `: ${words}`}`,
  };
}

function decision(attributes: JsonObject): TelemetryFact {
  const decision = text(attributes['decision']) ?? '';
  const isPerson = /^user$/i.test(text(attributes['source']) ?? '');
  const isGranted = decision.startsWith('approved');
  if (isGranted && !isPerson) return nothing;
  const tool = name(attributes['tool_name']);
  return {
    is: 'decision',
    call: { id: name(attributes['call_id']), tool },
    type: isGranted ? 'permission_granted' : 'permission_denied',
    text: `${tool ?? 'A call'} was ${isGranted ? 'allowed' : 'refused'} by ${isPerson ? 'the user' : 'a rule'}`,
  };
}

const bookkeeping =
  /^codex\.(?:conversation_starts|user_prompt|startup_phase|turn_ttft|auth_\w+|websocket_\w+|thread_\w+|turn_\w+|plugin_\w+|skill_\w+)$/;
