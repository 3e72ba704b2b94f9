import { name, number, object, text } from '../../platform/parse-records.ts';
import { argumentsOf, durationOf, errorOf, fromJson } from '../agent/telemetry/fields.ts';
import type { Telemetry } from '../agent/telemetry/telemetry.ts';
import { nothing } from '../agent/telemetry/agent-telemetry.ts';
import type { AgentTelemetry, TelemetryFact } from '../agent/telemetry/agent-telemetry.ts';

/**
 * OpenCode 1.18: thousands of spans, of which those that name a session matter. A sub-agent is a session of its own.
 */
export const telemetry: AgentTelemetry = {
  owns: ({ service, scope }) => service === 'opencode' || scope === 'opencode',
  session({ attributes }) {
    const id = name(attributes['session.id']) ?? name(attributes['ai.telemetry.metadata.sessionId']);
    return id !== undefined && /^ses_\w+$/.test(id) ? id : undefined;
  },
  factOf(record) {
    if (record.signal === 'log') return nothing;
    switch (record.name) {
      case 'Tool.execute':
        return {
          is: 'call',
          id: name(record.attributes['tool.call_id']),
          tool: name(record.attributes['tool.name']),
          end: {
            output: record.failed ? errorOf(record) : '',
            status: record.failed && 'failed',
            durationMs: durationOf(record),
          },
        };
      case 'ai.toolCall':
        return withResult(record);
      case 'ai.streamText.doStream':
      case 'ai.generateText.doGenerate':
        return record.failed
          ? { is: 'failure', type: 'api_error', text: `API error: ${errorOf(record) || 'no reason given'}` }
          : nothing;
      default:
        return nothing;
    }
  },
};

/** The span of the AI SDK, where experimental telemetry is on: it has the arguments and the result. */
function withResult(record: Telemetry): TelemetryFact {
  const { attributes, failed } = record;
  const result = fromJson(attributes['ai.toolCall.result']);
  const exit = number(object(object(result)['metadata'])['exit']);
  return {
    is: 'call',
    id: name(attributes['ai.toolCall.id']),
    tool: name(attributes['ai.toolCall.name']),
    input: argumentsOf(attributes['ai.toolCall.args']),
    end: {
      output: text(object(result)['output']) ?? text(result) ?? (failed ? errorOf(record) : ''),
      status: failed && 'failed',
      exitCode: exit,
      durationMs: durationOf(record),
    },
    fuller: true,
  };
}
