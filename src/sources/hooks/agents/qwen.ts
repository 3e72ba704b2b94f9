import { list, name, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { answerOf, claudeStyle } from '../claude-style.ts';
import { outputText } from '../output-text.ts';
import { callId, plainId } from '../plain-id.ts';
import { withExitCode } from '../shell-report.ts';
import type { AgentHooks, Answer, Call, Told } from '../told.ts';

/** Qwen Code 0.24. `tool_use_id` is the hook's own; the transcript's id of the call is `tool_call_id`. */
export const qwen: AgentHooks = {
  agent: 'qwen',
  flavor: 'qwen',
  speaker(payload) {
    const session = plainId(payload['session_id']);
    const agent = plainId(payload['agent_id']);
    return session === undefined
      ? undefined
      : { session, native: agent === undefined ? session : `${session}/${agent}`, cwd: name(payload['cwd']) };
  },
  told(event, payload) {
    if (event === 'PostToolBatch')
      return { is: 'batch', answers: list(payload['tool_calls']).map((call) => fromBatch(object(call))) };
    return withId(claudeStyle(event, payload), payload);
  },
};

function withId(said: Told | undefined, payload: JsonObject): Told | undefined {
  const id = callId(payload['tool_call_id']);
  const named = <Of extends Call>(call: Of): Of => ({ ...call, id });
  if (said?.is === 'call') return { ...said, call: named(said.call) };
  if (said?.is === 'answer') return { ...said, answer: withExitCode(named(said.answer)) };
  if ((said?.is === 'permission' || said?.is === 'decision') && said.call) return { ...said, call: named(said.call) };
  return said;
}

function fromBatch(call: JsonObject): Answer {
  const response = object(object(list(object(call['tool_response'])['response_parts'])[0])['functionResponse'])[
    'response'
  ];
  const { error, output } = object(response);
  const words = text(error) ?? text(output) ?? outputText(call['tool_response']);
  const status = denial.test(words) ? 'denied' : call['status'] === 'error' ? 'failed' : undefined;
  return { ...answerOf(call), id: callId(call['tool_call_id']), output: words, status };
}

const denial =
  /^Qwen Code requires permission to use .{1,300}declined|^\[Operation Cancelled\] Reason: User did not allow /s;
