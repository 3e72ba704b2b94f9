import { number, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { collabEvent } from './agents.ts';
import { webSearchEnd } from './calls.ts';
import { endEvent } from './endings.ts';
import { completedItem } from './items.ts';
import { rawReasoning } from './messages.ts';
import type { CodexContext } from './memory.ts';
import { threadNamed } from './session-meta.ts';
import { promptOf, turnAborted, turnCompleted, turnError, turnStarted } from './turns.ts';
import { tokenCount } from './usage.ts';

/** What Codex sent its own interface: `event_msg`. False when the kind is unknown. */
export function eventMessage(context: CodexContext, payload: JsonObject): boolean {
  const type = text(payload['type']) ?? '';
  switch (type) {
    case 'task_started':
    case 'turn_started':
      turnStarted(context, payload);
      return true;
    case 'task_complete':
    case 'turn_complete':
      turnCompleted(context, payload);
      return true;
    case 'turn_aborted':
      turnAborted(context, payload);
      return true;
    case 'error':
      turnError(context, payload);
      return true;
    case 'item_completed':
      return completedItem(context, payload);
    case 'token_count':
      tokenCount(context, payload, false);
      return true;
    case 'agent_reasoning_raw_content':
      rawReasoning(context, payload);
      return true;
    case 'exec_command_end':
    case 'patch_apply_end':
    case 'mcp_tool_call_end':
    case 'dynamic_tool_call_response':
      endEvent(context, payload);
      return true;
    case 'web_search_end':
      webSearchEnd(context, payload);
      return true;
    case 'collab_agent_spawn_end':
    case 'collab_waiting_end':
      collabEvent(context, payload);
      return true;
    case 'thread_name_updated':
      threadNamed(context, payload);
      return true;
    case 'entered_review_mode':
    case 'exited_review_mode':
      lifecycle(context, type, text(payload['user_facing_hint']) ?? type.replaceAll('_', ' '));
      return true;
    case 'thread_rolled_back':
      rolledBack(context, payload);
      return true;
    default:
      return silentEvents.has(type);
  }
}

/** The user undid turns. Their lines stay in the file, and their effects stay. */
function rolledBack(context: CodexContext, payload: JsonObject): void {
  const turn = promptOf(context.memory, undefined);
  const turns = number(payload['num_turns']) ?? 1;
  context.emit(
    context.key,
    { is: 'intervention', type: 'rollback', text: `Rolled back ${turns} turn${turns === 1 ? '' : 's'}` },
    { role: 'user', parent: turn, turn },
  );
}

function lifecycle(context: CodexContext, type: string, content: string): void {
  const turn = promptOf(context.memory, undefined);
  context.emit(context.key, { is: 'lifecycle', type, text: content }, { role: 'system', parent: turn, turn });
}

/** Repeated elsewhere (as an item, an output or a `compacted` record), or only about the interface. */
const silentEvents: ReadonlySet<string> = new Set([
  'user_message',
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_section_break',
  'context_compacted',
  'item_started',
  'exec_command_begin',
  'patch_apply_begin',
  'mcp_tool_call_begin',
  'web_search_begin',
  'view_image_tool_call',
  'image_generation_begin',
  'image_generation_end',
  'thread_settings_applied',
  'thread_goal_updated',
  'session_configured',
  'undo_started',
  'undo_completed',
  'plan_update',
  'turn_diff',
  'warning',
  'stream_error',
  'background_event',
  'deprecation_notice',
  'terminal_interaction',
  'dynamic_tool_call_request',
  'model_reroute',
  'collab_agent_spawn_begin',
  'collab_waiting_begin',
  'collab_agent_interaction_begin',
  'collab_agent_interaction_end',
  'collab_close_begin',
  'collab_close_end',
  'collab_resume_begin',
  'collab_resume_end',
  'guardian_assessment',
  'hook_started',
  'hook_completed',
  'shutdown_complete',
]);
