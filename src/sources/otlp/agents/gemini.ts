import { name, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { argumentsOf, count, durationOf, errorOf, errorText, flag, fromJson } from '../records/fields.ts';
import type { Telemetry } from '../records/telemetry.ts';
import { nothing } from '../agent-telemetry.ts';
import type { AgentTelemetry, Context, TelemetryFact } from '../agent-telemetry.ts';

/**
 * Gemini CLI 0.61. Log records of calls have no id; spans have, where traces are on. Its file tells of a call only
 * when it is over.
 */
export const gemini: AgentTelemetry = {
  agent: 'gemini',
  flavor: 'gemini',
  owns: ({ service, scope, name: event }) =>
    service === 'gemini-cli' || scope === 'gemini-cli' || event.startsWith('gemini_cli.'),
  session: ({ attributes }) => name(attributes['session.id']) ?? name(attributes['gen_ai.conversation.id']),
  hidesNested: true,
  factOf(record, context) {
    if (record.signal === 'span') return record.name === 'tool_call' ? geminiSpan(record) : nothing;
    return fromLog('gemini_cli.', record, context);
  },
};

/**
 * Qwen Code 0.24, which comes from Gemini CLI. Its calls have ids, and its transcript keeps the errors that ended a
 * turn.
 */
export const qwen: AgentTelemetry = {
  agent: 'qwen',
  flavor: 'qwen',
  owns: ({ service, scope, name: event }) =>
    service === 'qwen-code' || scope === 'qwen-code' || event.startsWith('qwen-code.'),
  session: ({ attributes }) => name(attributes['session.id']) ?? name(attributes['gen_ai.conversation.id']),
  subagent: ({ attributes }) => name(attributes['subagent_id']) ?? name(attributes['agent_id']),
  hidesNested: true,
  factOf(record, context) {
    if (record.signal === 'span') return qwenSpan(record);
    return record.name === 'qwen-code.api_error' ? nothing : fromLog('qwen-code.', record, context);
  },
};

function fromLog(
  prefix: string,
  { name: event, attributes }: Telemetry,
  { hasCallSpans }: Context,
): TelemetryFact | undefined {
  if (!event.startsWith(prefix)) return nothing;
  const kind = event.slice(prefix.length);
  switch (kind) {
    case 'tool_call': {
      const id = name(attributes['call_id']);
      if (id === undefined && hasCallSpans) return nothing;
      return {
        is: 'call',
        id,
        tool: name(attributes['function_name']),
        input: argumentsOf(attributes['function_args']),
        end: endOf(attributes),
        fuller: true,
      };
    }
    case 'api_error':
      return { is: 'failure', type: 'api_error', text: apiError(attributes) };
    case 'network_retry_attempt':
    case 'chat.content_retry':
    case 'chat.content_retry_failure':
      return {
        is: 'failure',
        type: 'api_retry',
        text: `The model's answer was not used, and asked for again: ${errorText(attributes) ?? name(attributes['error_type']) ?? 'no reason given'}`,
      };
    case 'hook_call':
      return flag(attributes['success']) === false
        ? { is: 'failure', type: 'hook', text: hookError(attributes) }
        : nothing;
    default:
      return bookkeeping.has(kind) ? nothing : undefined;
  }
}

function endOf(attributes: JsonObject): NonNullable<Extract<TelemetryFact, { is: 'call' }>['end']> {
  const isRefused = attributes['decision'] === 'reject';
  const isFailed = attributes['status'] === 'error' || flag(attributes['success']) === false;
  return {
    output: errorText(attributes) ?? '',
    status: isRefused ? 'denied' : isFailed ? 'failed' : undefined,
    durationMs: count(attributes['duration_ms']),
  };
}

function apiError(attributes: JsonObject): string {
  const status = count(attributes['status_code']) ?? count(attributes['http.status_code']);
  return `API error${status === undefined ? '' : ` ${status}`}: ${errorText(attributes) ?? name(attributes['error_type']) ?? 'no reason given'}`;
}

function hookError(attributes: JsonObject): string {
  const hook = [name(attributes['hook_event_name']), name(attributes['hook_name'])].filter(Boolean).join(' ');
  const words = (text(attributes['stderr']) ?? '').trim().split('\n', 1)[0] || errorText(attributes);
  return `Hook ${hook || 'of somebody'} failed${words ? `: ${words}` : ''}`;
}

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

const bookkeeping = new Set([
  'agent.finish',
  'agent.recovery_attempt',
  'agent.start',
  'api_cancel',
  'api_request',
  'api_response',
  'approval_mode_duration',
  'approval_mode_switch',
  'auth',
  'chat.invalid_chunk',
  'chat_compression',
  'config',
  'conseca.policy_generation',
  'conseca.verdict',
  'conversation_finished',
  'edit_correction',
  'edit_strategy',
  'exit.fail',
  'extension_disable',
  'extension_enable',
  'extension_install',
  'extension_uninstall',
  'extension_update',
  'file_operation',
  'flash_fallback',
  'ide_connection',
  'keychain.availability',
  'kitty_sequence_overflow',
  'llm_loop_check',
  'loop_detected',
  'loop_detection_disabled',
  'malformed_json_response',
  'memory.dream',
  'memory.extract',
  'memory.recall',
  'memory.recall.delivery',
  'model_routing',
  'model_slash_command',
  'next_speaker_check',
  'onboarding.start',
  'onboarding.success',
  'overage_option_selected',
  'plan.approval_mode_duration',
  'plan.approval_mode_switch',
  'plan.execution',
  'prompt_suggestion',
  'recitation_loop',
  'rewind',
  'ripgrep_fallback',
  'session.end',
  'session.start',
  'shell_command',
  'skill_launch',
  'slash_command',
  'slash_command.model',
  'startup_stats',
  'subagent_execution',
  'token_storage.initialization',
  'tool_output_masking',
  'tool_output_truncated',
  'user_feedback',
  'user_prompt',
  'web_fetch_fallback_attempt',
  'workspace_warning',
]);
