import { name, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { nothing } from './agent-telemetry.ts';
import type { Context, TelemetryFact } from './agent-telemetry.ts';
import { argumentsOf, count, errorText, flag } from './fields.ts';
import type { Telemetry } from './telemetry.ts';

/** The log records of Gemini CLI and of Qwen Code, which comes from it; `prefix` is what their names begin with. */
export function geminiLog(
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
