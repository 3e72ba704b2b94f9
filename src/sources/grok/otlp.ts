import { name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf, count, errorText, flag } from '../agent/telemetry/fields.ts';
import { nothing } from '../agent/telemetry/agent-telemetry.ts';
import type { AgentTelemetry, TelemetryFact } from '../agent/telemetry/agent-telemetry.ts';

/**
 * Grok Build 1.0: log records only, sent as protobuf; a collector stores them as JSON. A sub-agent is a session of its
 * own.
 */
export const telemetry: AgentTelemetry = {
  owns: ({ service, scope, name: event }) =>
    scope === 'ai.xai.grok_code' || event.startsWith('grok_code.') || service === 'grok-cli',
  session: ({ attributes }) => name(attributes['session.id']),
  factOf({ signal, name: event, attributes }) {
    if (signal === 'span') return nothing;
    switch (event) {
      case 'grok_code.tool_result': {
        const isFailed = flag(attributes['success']) === false;
        return {
          is: 'call',
          id: name(attributes['tool_use_id']),
          tool: name(attributes['tool_name']),
          input: argumentsOf(attributes['tool_parameters']),
          end: {
            output: errorText(attributes) ?? '',
            status: isFailed ? 'failed' : undefined,
            durationMs: count(attributes['duration_ms']),
          },
          fuller: true,
        };
      }
      case 'grok_code.tool_decision':
        return decision(attributes);
      case 'grok_code.api_error':
        return {
          is: 'failure',
          type: 'api_error',
          text: `API error: ${errorText(attributes) ?? name(attributes['error_type']) ?? 'no reason given'}`,
        };
      default:
        return bookkeeping.has(event) ? nothing : undefined;
    }
  },
};

function decision(attributes: JsonObject): TelemetryFact {
  const isGranted = /^(?:accept|allow|approve)/.test(text(attributes['decision']) ?? '');
  const isPerson = (text(attributes['source']) ?? '').startsWith('user');
  if (isGranted && !isPerson) return nothing;
  const tool = name(attributes['tool_name']);
  return {
    is: 'decision',
    call: { id: name(attributes['tool_use_id']), tool, input: argumentsOf(attributes['tool_parameters']) },
    type: isGranted ? 'permission_granted' : 'permission_denied',
    text: `${tool ?? 'A call'} was ${isGranted ? 'allowed' : 'refused'} by ${isPerson ? 'the user' : 'a rule'}`,
  };
}

const bookkeeping = new Set(
  [
    'auth',
    'session_start',
    'session_end',
    'turn_completed',
    'assistant_response',
    'model_switched',
    'user_prompt',
    'api_request',
    'compaction',
    'hook_executed',
    'mcp_server_connection',
    'subagent_completed',
  ].map((word) => `grok_code.${word}`),
);
