import { list, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import {
  claudeHookEvent,
  claudePromptEvent,
  claudeSessionStart,
  claudeSubagentSession,
  contextOutput,
  isBelow,
  resultOf,
} from '../agent/claude-hooks.ts';
import { outputText } from '../agent/output-text.ts';
import { callId } from '../agent/plain-id.ts';
import { withExitCode } from '../agent/exit-code.ts';
import type { AgentHooks, HookResult, HookCall, HookEvent } from '../agent/hook-event.ts';
import { readShellReport } from './shell-report.ts';

/** Qwen Code 0.24. `tool_use_id` is the hook's own; the transcript's id of the call is `tool_call_id`. */
export const hooks: AgentHooks = {
  session: claudeSubagentSession,
  read(event, payload) {
    if (event === 'PostToolBatch')
      return { is: 'batch', results: list(payload['tool_calls']).map((call) => fromBatch(object(call))) };
    return withId(claudeHookEvent(event, payload), payload);
  },
  promptEvent: claudePromptEvent,
  sessionStart: claudeSessionStart,
  recorded: ({ output }) => readShellReport(output),
  claims: (payload) => isBelow('/.qwen/', payload),
  accepts: { advice: { failed: ['PostToolUseFailure'] }, resume: ['SessionStart'], output: contextOutput },
};

function withId(found: HookEvent | undefined, payload: JsonObject): HookEvent | undefined {
  const id = callId(payload['tool_call_id']);
  const named = <Of extends HookCall>(call: Of): Of => ({ ...call, id });
  if (found?.is === 'call') return { ...found, call: named(found.call) };
  if (found?.is === 'result') return { ...found, result: withExitCode(named(found.result)) };
  if ((found?.is === 'permission' || found?.is === 'decision') && found.call)
    return { ...found, call: named(found.call) };
  return found;
}

function fromBatch(call: JsonObject): HookResult {
  const response = object(object(list(object(call['tool_response'])['response_parts'])[0])['functionResponse'])[
    'response'
  ];
  const { error, output } = object(response);
  const words = text(error) ?? text(output) ?? outputText(call['tool_response']);
  const status = denial.test(words) ? 'denied' : call['status'] === 'error' ? 'failed' : undefined;
  return { ...resultOf(call), id: callId(call['tool_call_id']), output: words, status };
}

const denial =
  /^Qwen Code requires permission to use .{1,300}declined|^\[Operation Cancelled\] Reason: User did not allow /s;
