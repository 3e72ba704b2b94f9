import { list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { outputText } from './output-text.ts';
import { callId, plainId } from './plain-id.ts';
import { nothing, turn } from './hook-event.ts';
import type { HookCall, HookEvent, HookResult, HookSession, HookSessionStart } from './hook-event.ts';

/**
 * Hooks in Claude Code's format: `tool_name`, `tool_input`, `tool_use_id`, `tool_response`. Several agents send the
 * same, with some fields more or less; their tables call this and add what differs.
 */
export function claudeHookEvent(event: string, payload: JsonObject): HookEvent | undefined {
  switch (event) {
    case 'PreToolUse':
      return { is: 'call', call: callOf(payload) };
    case 'PostToolUse':
      return { is: 'result', result: resultOf(payload) };
    case 'PostToolUseFailure':
      return { is: 'result', result: failedResultOf(payload) };
    case 'PostToolBatch':
      return { is: 'batch', results: list(payload['tool_calls']).map((call) => resultOf(object(call))) };
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
      return turn;
    case 'Stop':
      return {
        is: 'turn',
        answer: text(payload['last_assistant_message']) ?? text(payload['lastAssistantMessage']) ?? '',
      };
    default:
      return bookkeeping.has(event) ? nothing : undefined;
  }
}

/** Of agents whose sub-agents are sessions of their own, or are not reported. */
export function claudeSession(payload: JsonObject): HookSession | undefined {
  const session = plainId(payload['session_id']);
  return session === undefined ? undefined : { main: session, native: session, cwd: name(payload['cwd']) };
}

/** Of agents whose sub-agents are named in `agent_id`. */
export function claudeSubagentSession(payload: JsonObject): HookSession | undefined {
  const session = claudeSession(payload);
  const agent = plainId(payload['agent_id']);
  return session && agent !== undefined ? { ...session, native: `${session.main}/${agent}` } : session;
}

export const claudePromptEvent = 'UserPromptSubmit';

/**
 * No note for a session that continues with its own context (`resume`, `fork`), for one that was cleared on purpose
 * (`clear`), nor for a sub-agent's, which names its caller. Some continue in a new session after a compaction.
 */
export function claudeSessionStart(payload: JsonObject): HookSessionStart | undefined {
  if (text(payload['calling_session_id']) !== undefined) return undefined;
  if (payload['source'] === 'startup') return { how: 'fresh' };
  return payload['source'] === 'compact'
    ? { how: 'compacted', previous: plainId(payload['previous_session_id']) }
    : undefined;
}

/** How Claude Code, and the agents with the same hooks, accept text for the model's context. */
export function contextOutput(event: string, note: string): Readonly<Record<string, unknown>> {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: note } };
}

/** Whether the transcript lies below this folder. */
export function isBelow(folder: string, payload: JsonObject): boolean {
  return (text(payload['transcript_path']) ?? '').replaceAll('\\', '/').includes(folder);
}

export function callOf(payload: JsonObject): HookCall {
  return {
    id: callId(payload['tool_use_id']),
    tool: text(payload['tool_name']) ?? 'unknown',
    input: payload['tool_input'],
  };
}

export function resultOf(payload: JsonObject): HookResult {
  return {
    ...callOf(payload),
    output: outputText(payload['tool_response']),
    durationMs: number(payload['duration_ms']),
    exitCode: number(object(payload['tool_response'])['exit_code']),
  };
}

function failedResultOf(payload: JsonObject): HookResult {
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

/** The transcript has these too. */
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
