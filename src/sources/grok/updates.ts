import { list, name, number, object, text } from '../../platform/parse-records.ts';
import { agentFinished, agentSpawned } from './agents.ts';
import { call, callUpdated } from './calls.ts';
import type { GrokContext } from './record-context.ts';
import { readAgentText, typed } from './texts.ts';
import { turnCompleted } from './turns.ts';

/** Dispatches updates to modules. A known kind without an event is state; an unknown one stays raw. */
export function readUpdate(context: GrokContext): boolean {
  const { memory, update } = context;
  const { kind, json } = update;
  if (
    kind !== 'user_message_chunk' &&
    kind !== 'agent_message_chunk' &&
    kind !== 'agent_thought_chunk' &&
    !silent.has(kind)
  )
    delete memory.open;
  switch (kind) {
    case 'user_message_chunk':
      typed(context);
      return true;
    case 'agent_message_chunk':
      readAgentText(context, 'message');
      return true;
    case 'agent_thought_chunk':
      readAgentText(context, 'thinking');
      return true;
    case 'tool_call':
      call(context);
      return true;
    case 'tool_call_update':
      callUpdated(context);
      return true;
    case 'subagent_spawned':
      agentSpawned(context);
      return true;
    case 'subagent_finished':
      agentFinished(context);
      return true;
    case 'turn_completed':
      turnCompleted(context);
      return true;
    case 'retry_state':
      failed(
        context,
        'api_error',
        text(json['reason']) ?? text(json['message']) ?? 'The model could not be asked',
        json['type'] !== 'retrying',
      );
      return true;
    case 'auto_recovery_started':
    case 'auto_recovery_exhausted':
      failed(
        context,
        'api_error',
        text(json['error']) ?? 'The model could not be asked',
        kind === 'auto_recovery_exhausted',
      );
      return true;
    case 'auto_compact_completed':
      compacted(context);
      return true;
    case 'auto_compact_failed':
      failed(context, 'compaction', text(json['error']) ?? 'The context could not be compacted', false);
      return true;
    case 'rewind_marker':
      rewound(context);
      return true;
    case 'hook_execution':
      hookRan(context);
      return true;
    case 'model_changed':
    case 'model_auto_switched':
      context.patch({ model: name(json['model_id']) ?? name(json['new_model_id']) });
      return true;
    case 'session_summary_generated':
    case 'session_info_update':
      context.patch({ title: name(json['session_summary']) ?? name(json['title']) });
      return true;
    default:
      return silent.has(kind);
  }
}

/** Known, but no event of the conversation: seen in captures, or named by the program itself. */
const silent: ReadonlySet<string> = new Set([
  'plan',
  'available_commands_update',
  'current_mode_update',
  'usage_update',
  'config_option_update',
  'background_tasks',
  'task_completed',
  'task_backgrounded',
  'subagent_progress',
  'scheduled_task_created',
  'scheduled_task_fired',
  'scheduled_task_deleted',
  'monitor_event',
  'auto_compact_started',
  'auto_compact_cancelled',
  'auto_continue_completed',
  'compaction_checkpoint',
  'memory_flush_started',
  'memory_flush_completed',
  'memory_dream_completed',
  'memory_session_saved',
  'memory_files',
  'feedback_request',
  'relay_sync_status',
  'hook_annotation',
  'hooks_changed',
  'plugins_changed',
  'plugin_updates_installed',
  'session_recap',
  'session_recap_unavailable',
  'last_turn_summary',
  'image_compressed',
  'image_dropped',
  'workflow_updated',
  'goal_updated',
  'response_started',
  'reasoning_completed',
  'response_completed',
  'diff_review',
  'tool_call_delta_chunk',
  'suggestedQuestions',
]);

function failed(context: GrokContext, type: string, words: string, isFinal: boolean): void {
  context.emit(
    context.key,
    { is: 'failure', type, text: words },
    { native: context.native, role: 'system', parent: context.memory.turn },
  );
  if (isFinal) context.setFailed(true);
}

/** The summary is in a file of its own; the session continues in its next step. */
function compacted(context: GrokContext): void {
  const { memory, update } = context;
  const [before, after] = [number(update.json['tokens_before']), number(update.json['tokens_after'])];
  const words = `Context compacted${before === undefined || after === undefined ? '' : ` from ${before} to ${after} tokens`}`;
  context.emit(
    context.key,
    { is: 'lifecycle', type: 'compaction', text: words },
    { native: context.native, role: 'system', parent: memory.turn, durationMs: number(update.json['elapsed_ms']) },
  );
  if (memory.lastStep !== undefined) memory.compactedAt = memory.lastStep;
}

function rewound(context: GrokContext): void {
  const target = number(context.update.json['target_prompt_index']);
  context.emit(
    context.key,
    {
      is: 'intervention',
      type: 'rewind',
      text: `Conversation rewound${target === undefined ? '' : ` to prompt ${target + 1}`}`,
    },
    { native: context.native, role: 'user' },
  );
}

/** Hooks are emitted only when they blocked something. They name the tool, not the call. */
function hookRan(context: GrokContext): void {
  const { json } = context.update;
  const stopped = list(json['runs'])
    .map(object)
    .find((run) => object(run['status'])['blocked'] === true);
  if (stopped === undefined) return;
  const words = text(object(stopped['status'])['error']) ?? text(stopped['output']) ?? 'stopped it';
  context.emit(
    context.key,
    { is: 'failure', type: 'hook', text: `${text(json['event_name']) ?? 'hook'} hook: ${words}` },
    { native: context.native, role: 'system', parent: context.memory.turn },
  );
}
