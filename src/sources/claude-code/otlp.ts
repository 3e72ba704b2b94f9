import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf, count, durationOf, errorOf, flag, fromJson } from '../agent/telemetry/fields.ts';
import type { Telemetry } from '../agent/telemetry/telemetry.ts';
import { nothing } from '../agent/telemetry/agent-telemetry.ts';
import type { AgentTelemetry, TelemetryFact } from '../agent/telemetry/agent-telemetry.ts';

/**
 * Claude Code 2.1. Log records are complete; spans are in beta, and repeat them. Retried requests are in the
 * transcript.
 */
export const telemetry: AgentTelemetry = {
  owns: ({ service, scope }) => service === 'claude-code' || (scope?.startsWith('com.anthropic.claude_code') ?? false),
  session: ({ attributes }) => name(attributes['session.id']),
  subagent: ({ attributes }) => name(attributes['agent_id']),
  factOf: (record) => (record.signal === 'log' ? fromLog(record) : fromSpan(record)),
};

function fromLog({ name: event, attributes }: Telemetry): TelemetryFact | undefined {
  const kind = event.replace(/^claude_code\./, '');
  switch (kind) {
    case 'tool_result':
      return {
        is: 'call',
        id: name(attributes['tool_use_id']),
        tool: toolOf(attributes),
        input: argumentsOf(attributes['tool_input']),
        end: {
          output: errorWords(text(attributes['error']) ?? ''),
          status: statusOf(attributes['success']),
          durationMs: count(attributes['duration_ms']),
        },
        fuller: true,
      };
    case 'tool_decision':
      return decision(attributes);
    case 'hook_execution_complete':
      return hookRun(attributes);
    default:
      return bookkeeping.has(kind) ? nothing : undefined;
  }
}

function fromSpan(record: Telemetry): TelemetryFact {
  const { name: span, attributes, events, failed } = record;
  const id = name(attributes['tool_use_id']);
  if (span === 'claude_code.tool' && id !== undefined) {
    const shown = events.find((event) => event.name === 'tool.output')?.attributes ?? {};
    const { file_path, full_command: command } = attributes;
    const input = { ...(file_path === undefined ? {} : { file_path }), ...(command === undefined ? {} : { command }) };
    return {
      is: 'call',
      id,
      tool: name(attributes['tool_name']),
      input,
      end: { output: text(shown['output']) ?? text(shown['content']) ?? '', durationMs: durationOf(record) },
    };
  }
  // The span of the call itself keeps an unset status when it fails; the one below it does not know the tool's name.
  if (span === 'claude_code.tool.execution' && id !== undefined && failed)
    return { is: 'call', id, end: { output: errorWords(errorOf(record)), status: 'failed' }, fuller: true };
  return nothing;
}

/** Acceptance by a rule is normal; a person's decision or a refusal is an event. */
function decision(attributes: JsonObject): TelemetryFact {
  const source = text(attributes['source']) ?? '';
  const isAccepted = attributes['decision'] === 'accept';
  const tool = toolOf(attributes);
  if (isAccepted && !source.startsWith('user')) return nothing;
  const words = `${tool ?? 'A call'} was ${isAccepted ? 'allowed' : 'refused'} by ${source.startsWith('user') ? 'the user' : source === 'hook' ? 'a hook' : 'a rule'}`;
  return {
    is: 'decision',
    // A call that was refused has no result.
    call: {
      id: name(attributes['tool_use_id']),
      tool,
      ...(isAccepted ? {} : { end: { output: words, status: 'denied' as const } }),
    },
    type: isAccepted ? 'permission_granted' : 'permission_denied',
    text: words,
  };
}

function hookRun(attributes: JsonObject): TelemetryFact {
  const blocked = count(attributes['num_blocking']) ?? 0;
  const failed = count(attributes['num_non_blocking_error']) ?? 0;
  const hook = name(attributes['hook_name']) ?? name(attributes['hook_event']) ?? 'hook';
  if (blocked + failed === 0) return nothing;
  return { is: 'failure', type: 'hook', text: blocked > 0 ? `Hook ${hook} blocked` : `Hook ${hook} failed` };
}

/** MCP tools are called `mcp_tool`, unless details may be recorded. */
function toolOf(attributes: JsonObject): string | undefined {
  const tool = name(attributes['tool_name']);
  const { mcp_server_name: server, mcp_tool_name: inner } = object(fromJson(attributes['tool_parameters']));
  return tool === 'mcp_tool' && name(server) !== undefined && name(inner) !== undefined
    ? `mcp__${name(server)}__${name(inner)}`
    : tool;
}

/** Used for every command with an exit code other than 0, also for a grep that found nothing. */
function errorWords(error: string): string {
  return error === 'Shell command failed' ? '' : error;
}

function statusOf(success: unknown): 'ok' | 'failed' | undefined {
  const isSuccess = flag(success);
  return isSuccess === undefined ? undefined : isSuccess ? 'ok' : 'failed';
}

const bookkeeping = new Set([
  'api_error',
  'api_request',
  'api_request_body',
  'api_response_body',
  'api_retries_exhausted',
  'api_refusal',
  'assistant_response',
  'at_mention',
  'auth',
  'compaction',
  'feedback_survey',
  'hook_execution_start',
  'hook_plugin_metrics',
  'hook_registered',
  'internal_error',
  'managed_settings_resolved',
  'mcp_server_connection',
  'permission_mode_changed',
  'plugin_installed',
  'plugin_loaded',
  'skill_activated',
  'subagent_completed',
  'user_prompt',
]);
