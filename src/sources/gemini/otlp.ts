import { join } from 'node:path';
import { name, object, text } from '../../platform/parse-records.ts';
import { nothing } from '../agent/telemetry/agent-telemetry.ts';
import type { AgentTelemetry, TelemetryFact } from '../agent/telemetry/agent-telemetry.ts';
import { durationOf, errorOf, fromJson } from '../agent/telemetry/fields.ts';
import { geminiLog } from '../agent/telemetry/gemini-logs.ts';
import { outfileIn } from '../agent/telemetry/outfile-in.ts';
import type { Telemetry } from '../agent/telemetry/telemetry.ts';

/**
 * Gemini CLI 0.61. Log records of calls have no id; spans have, where traces are on. Its file has a call only
 * when it is over.
 */
export const telemetry: AgentTelemetry = {
  owns: ({ service, scope, name: event }) =>
    service === 'gemini-cli' || scope === 'gemini-cli' || event.startsWith('gemini_cli.'),
  session: ({ attributes }) => name(attributes['session.id']) ?? name(attributes['gen_ai.conversation.id']),
  files: ({ home, env }) => [
    env['GEMINI_TELEMETRY_OUTFILE'],
    outfileIn(join(env['GEMINI_CLI_HOME'] ?? home, '.gemini', 'settings.json')),
  ],
  hidesNested: true,
  factOf(record, context) {
    if (record.signal === 'span') return record.name === 'tool_call' ? geminiSpan(record) : nothing;
    return geminiLog('gemini_cli.', record, context);
  },
};

/** What was asked and what came back are kept as if they were messages. */
function geminiSpan(record: Telemetry): TelemetryFact {
  const { attributes, failed } = record;
  const asked = object(fromJson(attributes['gen_ai.input.messages']));
  const answer = object(fromJson(attributes['gen_ai.output.messages']));
  const response = object(answer['response']);
  const words = text(response['resultDisplay']) ?? text(object(response['error'])['message']) ?? '';
  const isFailed = failed || answer['status'] === 'error';
  return {
    is: 'call',
    id: name(attributes['gen_ai.tool.call_id']) ?? name(attributes['gen_ai.tool.call.id']),
    tool: name(attributes['gen_ai.tool.name']),
    input: asked['args'] ?? {},
    end: {
      output: words || (isFailed ? errorOf(record) : ''),
      status: answer['status'] === 'cancelled' ? 'denied' : isFailed ? 'failed' : undefined,
      durationMs: durationOf(record),
    },
  };
}
