import { list, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { outputText } from './output-text.ts';
import { callId } from './plain-id.ts';
import { nothing, turn } from './told.ts';
import type { Answer, Call, Told } from './told.ts';

/**
 * Hooks as Claude Code made them: `tool_name`, `tool_input`, `tool_use_id`, `tool_response`. Several agents send the
 * same, with some fields more or less; their tables call this and say what differs.
 */
export function claudeStyle(event: string, payload: JsonObject): Told | undefined {
  switch (event) {
    case 'PreToolUse':
      return { is: 'call', call: callOf(payload) };
    case 'PostToolUse':
      return { is: 'answer', answer: answerOf(payload) };
    case 'PostToolUseFailure':
      return { is: 'answer', answer: failedAnswerOf(payload) };
    case 'PostToolBatch':
      return { is: 'batch', answers: list(payload['tool_calls']).map((call) => answerOf(object(call))) };
    case 'PermissionRequest':
      return { is: 'permission', call: callOf(payload), text: '' };
    case 'PermissionDenied':
      return {
        is: 'decision',
        type: 'permission_denied',
        text: text(payload['reason']) ?? 'Permission denied',
        call: callOf(payload),
      };
    case 'Notification':
      return isPermissionPrompt(payload) ? { is: 'permission', text: text(payload['message']) ?? '' } : nothing;
    case 'StopFailure':
      return {
        is: 'failure',
        type: 'api_error',
        text: text(payload['last_assistant_message']) || text(payload['error']) || 'The turn ended with an error',
      };
    case 'SessionStart':
    case 'SessionEnd':
    case 'Stop':
      return turn;
    default:
      return bookkeeping.has(event) ? nothing : undefined;
  }
}

export function callOf(payload: JsonObject): Call {
  return {
    id: callId(payload['tool_use_id']),
    tool: text(payload['tool_name']) ?? 'unknown',
    input: payload['tool_input'],
  };
}

export function answerOf(payload: JsonObject): Answer {
  return {
    ...callOf(payload),
    output: outputText(payload['tool_response']),
    durationMs: number(payload['duration_ms']),
    exitCode: number(object(payload['tool_response'])['exit_code']),
  };
}

function failedAnswerOf(payload: JsonObject): Answer {
  const status = payload['is_interrupt'] === true ? 'interrupted' : 'failed';
  return {
    ...callOf(payload),
    output: text(payload['error']) ?? '',
    status,
    durationMs: number(payload['duration_ms']),
  };
}

function isPermissionPrompt(payload: JsonObject): boolean {
  return (
    /^(?:permission_prompt|ToolPermission)$/.test(text(payload['notification_type']) ?? '') ||
    /needs your permission/.test(text(payload['message']) ?? '')
  );
}

/** What these tell, the transcript tells too. */
const bookkeeping = new Set([
  'UserPromptSubmit',
  'UserPromptExpansion',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'MessageDisplay',
  'InstructionsLoaded',
  'CwdChanged',
  'Setup',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'Elicitation',
  'ElicitationResult',
  'ConfigChange',
  'WorktreeCreate',
  'WorktreeRemove',
  'FileChanged',
  'DirectoryAdded',
  'PreModelSwitch',
  'PostModelSwitch',
]);
