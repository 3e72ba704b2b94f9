import { isObject, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { claudeHookEvent, claudePromptEvent, contextOutput, isBelow } from '../agent/claude-hooks.ts';
import { bytesText, outputText } from '../agent/output-text.ts';
import { plainId } from '../agent/plain-id.ts';
import type { AgentHooks, HookResult } from '../agent/hook-event.ts';

/**
 * Grok Build 1.0. Every field twice, in camel case and with Claude Code's names; Claude never sends `hookEventName`. A
 * sub-agent is a session of its own. PostToolUse comes for failures too: the result has the reason.
 */
export const hooks: AgentHooks = {
  session(payload) {
    const session = plainId(payload['session_id']) ?? plainId(payload['sessionId']);
    return session === undefined ? undefined : { main: session, native: session, cwd: name(payload['cwd']) };
  },
  read(event, payload) {
    const found = claudeHookEvent(event, {
      tool_use_id: payload['toolUseId'],
      tool_name: payload['toolName'],
      tool_input: payload['toolInput'],
      ...payload,
    });
    if (found?.is !== 'result' || event !== 'PostToolUse') return found;
    return {
      is: 'result',
      result: { ...found.result, ...outcomeOf(object(payload['tool_response'] ?? payload['toolResult'])) },
    };
  },
  promptEvent: claudePromptEvent,
  claims: (payload) => typeof payload['hookEventName'] === 'string' || isBelow('/.grok/', payload),
  accepts: { advice: { failed: ['PostToolUseFailure'], ended: ['PostToolUse'] }, output: contextOutput },
};

/** `{"type":"ReadFile","FileNotFound":"…"}`: the second field names the outcome. */
function outcomeOf(result: JsonObject): Pick<HookResult, 'output' | 'exitCode' | 'status'> {
  const exitCode = number(result['exit_code']);
  const printed = bytesText(result['output']) ?? text(result['output']);
  if (printed !== undefined || exitCode !== undefined)
    return {
      output: printed ?? '',
      exitCode,
      ...(exitCode === undefined ? {} : { status: exitCode === 0 ? 'ok' : 'failed' }),
    };
  const [variant, body] = Object.entries(result).find(([field, value]) => /^[A-Z]/.test(field) && value !== null) ?? [
    '',
    undefined,
  ];
  const words = isObject(body)
    ? (text(body['message']) ?? text(body['tool_output_for_prompt']) ?? outputText(body))
    : outputText(body ?? result);
  return { output: words, ...(failures.test(variant) ? { status: 'failed' } : {}) };
}

const failures = /NotFound|NoMatches|MultipleMatches|Error|Failed|Denied|Invalid|TimedOut/;
