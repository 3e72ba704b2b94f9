import { join } from 'node:path';
import { name } from '../../platform/parse-records.ts';
import { nothing } from '../agent/telemetry/agent-telemetry.ts';
import type { AgentTelemetry, TelemetryFact } from '../agent/telemetry/agent-telemetry.ts';
import { count, durationOf, errorOf, flag } from '../agent/telemetry/fields.ts';
import { geminiLog } from '../agent/telemetry/gemini-logs.ts';
import { outfileIn } from '../agent/telemetry/outfile-in.ts';
import type { Telemetry } from '../agent/telemetry/telemetry.ts';

/**
 * Qwen Code 0.24, which comes from Gemini CLI. Its calls have ids, and its transcript keeps the errors that ended a
 * turn.
 */
export const telemetry: AgentTelemetry = {
  owns: ({ service, scope, name: event }) =>
    service === 'qwen-code' || scope === 'qwen-code' || event.startsWith('qwen-code.'),
  session: ({ attributes }) => name(attributes['session.id']) ?? name(attributes['gen_ai.conversation.id']),
  subagent: ({ attributes }) => name(attributes['subagent_id']) ?? name(attributes['agent_id']),
  files: ({ home, env }) => [env['QWEN_TELEMETRY_OUTFILE'], outfileIn(join(home, '.qwen', 'settings.json'))],
  hidesNested: true,
  factOf(record, context) {
    if (record.signal === 'span') return qwenSpan(record);
    return record.name === 'qwen-code.api_error' ? nothing : geminiLog('qwen-code.', record, context);
  },
};

function qwenSpan(record: Telemetry): TelemetryFact {
  const { name: span, attributes, failed } = record;
  if (span === 'qwen-code.tool') {
    const isFailed = failed || flag(attributes['success']) === false;
    return {
      is: 'call',
      id: name(attributes['gen_ai.tool.call.id']) ?? name(attributes['call_id']),
      tool: name(attributes['gen_ai.tool.name']),
      end: {
        output: isFailed ? errorOf(record) : '',
        status: isFailed ? 'failed' : undefined,
        durationMs: durationOf(record),
      },
    };
  }
  const attempts = count(attributes['attempt']) ?? 1;
  if (span === 'qwen-code.llm_request' && attempts > 1)
    return { is: 'failure', type: 'api_retry', text: `The request to the model was made ${attempts} times` };
  if (span === 'qwen-code.hook' && flag(attributes['success']) === false)
    return {
      is: 'failure',
      type: 'hook',
      text: `Hook ${name(attributes['hook_event']) ?? ''} failed${errorOf(record) ? `: ${errorOf(record)}` : ''}`,
    };
  return nothing;
}
