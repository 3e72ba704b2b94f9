import { isObject, list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { outputText } from '../agent/output-text.ts';
import { callId, plainId } from '../agent/plain-id.ts';
import { nothing, turn } from '../agent/hook-event.ts';
import type { AgentHooks, HookResult, HookCall } from '../agent/hook-event.ts';
import { parseJson } from '../../platform/parse-json.ts';

/**
 * Cline CLI 3.0. One call may hold several operations (`run_commands`, `read_files`); it failed when one of them did.
 */
export const hooks: AgentHooks = {
  session(payload) {
    const session = plainId(object(payload['sessionContext'])['rootSessionId']) ?? plainId(payload['sessionId']);
    if (session === undefined) return undefined;
    const agent = plainId(payload['parent_agent_id']) === undefined ? undefined : plainId(payload['agent_id']);
    return {
      main: session,
      native: agent === undefined ? session : `${session}/${agent}`,
      cwd: name(object(payload['workspaceInfo'])['rootPath']),
    };
  },
  read(event, payload) {
    switch (event) {
      case 'PreToolUse':
        return { is: 'call', call: callOf(object(payload['tool_call'])) };
      case 'PostToolUse':
        return { is: 'result', result: resultOf(payload) };
      case 'TaskError':
        return {
          is: 'failure',
          type: 'task',
          text: text(payload['error']) ?? text(object(payload['error'])['message']) ?? 'The task ended with an error',
        };
      case 'TaskStart':
      case 'TaskResume':
      case 'TaskCancel':
      case 'SessionShutdown':
      case 'session_shutdown':
        return turn;
      default:
        return bookkeeping.has(event) ? nothing : undefined;
    }
  },
  needsJson: true,
};

function callOf(call: JsonObject): HookCall {
  return { id: callId(call['id']), tool: text(call['name']) ?? 'unknown', input: call['input'] };
}

function resultOf(payload: JsonObject): HookResult {
  const result = object(payload['tool_result']);
  const failed =
    text(result['error']) !== undefined || operations(result['output']).some((one) => one['success'] === false);
  return {
    ...callOf(result),
    output: text(result['error']) ?? words(result['output']),
    durationMs: number(result['durationMs']),
    ...(failed ? { status: 'failed' } : {}),
  };
}

/** The editor's answer is JSON in a string. */
function operations(output: unknown): readonly JsonObject[] {
  if (typeof output !== 'string') return (Array.isArray(output) ? list(output) : [output]).filter(isObject);
  if (!output.startsWith('{')) return [];
  try {
    return operations(parseJson(output));
  } catch {
    return [];
  }
}

function words(output: unknown): string {
  const parts = operations(output);
  if (typeof output === 'string' || parts.length === 0) return outputText(output);
  return parts.map((part) => text(part['result']) || text(part['error']) || outputText(part)).join('\n');
}

const bookkeeping = new Set(['TaskComplete', 'UserPromptSubmit', 'SubagentStart', 'SubagentStop', 'PreCompact']);
