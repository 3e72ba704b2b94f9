import { name, text } from '../../platform/parse-records.ts';
import { argumentsOf, count, durationOf, errorOf } from '../agent/telemetry/fields.ts';
import { kindOf } from '../agent/telemetry/kinds.ts';
import { nothing } from '../agent/telemetry/agent-telemetry.ts';
import type { AgentTelemetry } from '../agent/telemetry/agent-telemetry.ts';

/**
 * GitHub Copilot CLI 1.0 and the chat of VS Code: OpenTelemetry's conventions for generative AI. A sub-agent's calls
 * are recorded under the main session's id. Requests that failed and were made again are in no transcript.
 */
export const telemetry: AgentTelemetry = {
  files: ({ env }) => [env['COPILOT_OTEL_FILE_EXPORTER_PATH']],
  owns: ({ service, scope }) =>
    service === 'github-copilot' ||
    service === 'copilot-chat' ||
    scope === 'github.copilot' ||
    scope === 'copilot-chat',
  session: ({ attributes }) => name(attributes['gen_ai.conversation.id']),
  hidesNested: true,
  factOf(record) {
    const { attributes, failed } = record;
    const kind = kindOf(record);
    if (kind === 'call') {
      const output = text(attributes['gen_ai.tool.call.result']) ?? '';
      return {
        is: 'call',
        id: name(attributes['gen_ai.tool.call.id']),
        tool: name(attributes['gen_ai.tool.name']),
        input: argumentsOf(attributes['gen_ai.tool.call.arguments']),
        end: {
          output: output || (failed ? errorOf(record) : ''),
          status: failed ? 'failed' : undefined,
          exitCode: count(attributes['process.exit.code']),
          durationMs: durationOf(record),
        },
      };
    }
    if (kind === 'chat' && failed)
      return { is: 'failure', type: 'api_error', text: `API error: ${errorOf(record) || 'no reason given'}` };
    return nothing;
  },
};
