import { name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { collabAgentToolCall, subAgentActivity } from './agents.ts';
import {
  customToolCall,
  functionCall,
  imageGenerationCall,
  localShellCall,
  toolSearchCall,
  webSearchCall,
} from './calls.ts';
import { isNested, nested } from './code-mode.ts';
import { ended, endingOf } from './endings.ts';
import { agentMessage, message, reasoning } from './messages.ts';
import type { CodexContext } from './memory.ts';
import { reference } from './record.ts';
import { output, toolSearchOutput } from './results.ts';

/** Messages and calls of the model and results of its tools: `response_item`. False when the kind is unknown. */
export function responseItem(context: CodexContext, payload: JsonObject, metadata: JsonObject): boolean {
  switch (payload['type']) {
    case 'message':
      message(context, payload, metadata);
      return true;
    case 'reasoning':
      reasoning(context, payload);
      return true;
    case 'function_call':
      functionCall(context, payload);
      return true;
    case 'custom_tool_call':
      customToolCall(context, payload);
      return true;
    case 'local_shell_call':
      localShellCall(context, payload);
      return true;
    case 'tool_search_call':
      toolSearchCall(context, payload);
      return true;
    case 'web_search_call':
      webSearchCall(context, payload);
      return true;
    case 'image_generation_call':
      imageGenerationCall(context, payload);
      return true;
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'mcp_tool_call_output':
      output(context, payload);
      return true;
    case 'tool_search_output':
      toolSearchOutput(context, payload);
      return true;
    case 'agent_message':
      agentMessage(context, payload);
      return true;
    default:
      return silentItems.has(text(payload['type']) ?? '');
  }
}

/** Known, but no event: tool lists, undo snapshots, encrypted summaries. */
const silentItems: ReadonlySet<string> = new Set([
  'additional_tools',
  'ghost_snapshot',
  'compaction',
  'compaction_summary',
  'context_compaction',
  'compaction_trigger',
]);

/** What the app shows: `item_completed`. Messages and calls of the model are a `response_item` too, and read there. */
export function completedItem(context: CodexContext, payload: JsonObject): boolean {
  const item = object(payload['item']);
  const type = text(item['type']) ?? '';
  if (!completedItems.has(type)) return false;
  if (type === 'CollabAgentToolCall') collabAgentToolCall(context, item);
  if (type === 'SubAgentActivity') subAgentActivity(context, item);
  if (isNested(item)) nested(context, payload, item);
  else if (endings.has(type))
    ended(context, name(item['id']), endingOf(item, spanOf(payload)), reference(item['process_id']));
  return true;
}

/** An item's own `duration` measures only how long the call waited for it. */
function spanOf(payload: JsonObject): number | undefined {
  const began = number(payload['started_at_ms']);
  const finished = number(payload['completed_at_ms']);
  return began === undefined || finished === undefined ? undefined : finished - began;
}

const endings: ReadonlySet<string> = new Set([
  'CommandExecution',
  'FileChange',
  'McpToolCall',
  'DynamicToolCall',
  'CollabAgentToolCall',
]);
const completedItems: ReadonlySet<string> = new Set([
  ...endings,
  'UserMessage',
  'AgentMessage',
  'Reasoning',
  'Plan',
  'HookPrompt',
  'FunctionCallOutput',
  'WebSearch',
  'ImageView',
  'ImageGeneration',
  'Sleep',
  'SubAgentActivity',
  'ContextCompaction',
  'EnteredReviewMode',
  'ExitedReviewMode',
]);
