import { argumentsOf } from '../arguments-of.ts';
import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { ConversationContext } from '../reader/conversation.ts';
import type { KimiMemory } from './memory.ts';
import { childOf, exitCodeIn, readable, tokensOf } from './record.ts';

type Context = ConversationContext<KimiMemory>;

/** A message that the Kimi CLI sent to its own interface; false when its kind is not known. */
export function cliMessage(context: Context, { type, payload: sent }: JsonObject): boolean {
  const { memory, key } = context;
  const payload = object(sent);
  switch (type) {
    case 'TurnBegin':
    case 'SteerInput':
      context.prompt(key, readable(payload['user_input']), context.isSubagent ? 'harness' : 'human');
      return true;
    case 'StepBegin':
      context.response();
      return true;
    case 'ContentPart':
      if (payload['type'] === 'think') context.thinking(key, text(payload['think']) ?? '');
      else context.message(key, readable([payload]));
      return true;
    case 'ToolCall': {
      const called = object(payload['function']);
      context.call(key, {
        id: name(payload['id']),
        tool: name(called['name']) ?? 'unknown',
        input: argumentsOf(called['arguments']),
      });
      return true;
    }
    case 'ToolResult':
      result(context, name(payload['tool_call_id']), object(payload['return_value'] ?? payload['result']));
      return true;
    case 'StatusUpdate': {
      // It comes when the response is complete, after its calls.
      const tokens = tokensOf(payload['token_usage']);
      if (tokens) memory.used = { tokens };
      context.flush();
      context.setFailed(false);
      return true;
    }
    case 'SubagentEvent':
      return subagentEvent(context, payload);
    case 'StepInterrupted':
      context.emit(
        key,
        { is: 'intervention', type: 'interrupt', text: 'Step interrupted' },
        { role: 'user', parent: memory.turn },
      );
      return true;
    case 'StepRetry':
      context.requestFailed(key, `${text(payload['error_type']) ?? 'The request failed'}, and is made again`);
      return true;
    case 'CompactionBegin':
      context.compacted(key, '');
      return true;
    default:
      return silent.has(text(type) ?? '');
  }
}

const silent: ReadonlySet<string> = new Set([
  'TurnEnd',
  'CompactionEnd',
  'MCPLoadingBegin',
  'MCPLoadingEnd',
  'HookTriggered',
  'HookResolved',
  'Notification',
  'PlanDisplay',
  'ApprovalRequest',
  'ApprovalResponse',
  'ApprovalRequestResolved',
  'QuestionRequest',
  'BtwBegin',
  'BtwEnd',
]);

function result(context: Context, id: string | undefined, value: JsonObject): void {
  const output = readable(value['output']);
  const message = text(value['message']) ?? '';
  const step = context.memory.calls.get(id ?? '');
  context.result({
    id,
    output: output === '' ? message : output,
    status: value['is_error'] === true ? 'failed' : 'ok',
    exitCode: exitCodeIn(message),
  });
  const { memory, session, links } = context;
  for (const [agent, call] of memory.children)
    if (call === id)
      links.push({ type: 'returned', child: childOf(session, agent), parent: session, step: step ?? call });
}

/** A sub-agent has a log of its own; here is which call started it. Before they had ids they had no logs either. */
function subagentEvent({ memory, session, links }: Context, payload: JsonObject): boolean {
  const [agent, call] = [name(payload['agent_id']), name(payload['parent_tool_call_id'])];
  if (agent === undefined || call === undefined) return false;
  if (memory.children.has(agent)) return true;
  memory.children.set(agent, call);
  links.push({ type: 'spawned', parent: session, call, child: childOf(session, agent) });
  return true;
}
