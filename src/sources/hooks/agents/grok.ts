import { isObject, name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { claudeStyle } from '../claude-style.ts';
import { bytesText, outputText } from '../output-text.ts';
import { plainId } from '../plain-id.ts';
import type { AgentHooks, Answer } from '../told.ts';

/**
 * Grok Build 1.0. Every field twice, in camel case and as Claude Code spells it; `hookEventName` is what Claude never
 * sends. A sub-agent is a session of its own. PostToolUse comes for failures too: the result says so in its own
 * words.
 */
export const grok: AgentHooks = {
  agent: 'grok',
  flavor: 'grok',
  speaker(payload) {
    const session = plainId(payload['session_id']) ?? plainId(payload['sessionId']);
    return session === undefined ? undefined : { session, native: session, cwd: name(payload['cwd']) };
  },
  told(event, payload) {
    const said = claudeStyle(event, {
      tool_use_id: payload['toolUseId'],
      tool_name: payload['toolName'],
      tool_input: payload['toolInput'],
      ...payload,
    });
    if (said?.is !== 'answer' || event !== 'PostToolUse') return said;
    return {
      is: 'answer',
      answer: { ...said.answer, ...outcomeOf(object(payload['tool_response'] ?? payload['toolResult'])) },
    };
  },
};

/** `{"type":"ReadFile","FileNotFound":"…"}`: the second field names what came of it. */
function outcomeOf(result: JsonObject): Pick<Answer, 'output' | 'exitCode' | 'status'> {
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
