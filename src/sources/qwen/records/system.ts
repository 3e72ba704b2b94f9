import { name, number, text } from '../../../platform/parse-records.ts';
import { compressed } from './compaction.ts';
import type { QwenContext } from './record-context.ts';
import { payloadOf } from './record.ts';
import type { Rec } from './record.ts';
import { telemetry } from './telemetry.ts';
import { emitMeasured } from './measured-responses.ts';

/** Records outside the conversation. Most are the program's own bookkeeping. */
export function system(context: QwenContext, record: Rec): boolean {
  const payload = payloadOf(record);
  switch (record['subtype']) {
    case 'ui_telemetry':
      return telemetry(context, payload);
    case 'chat_compression':
      emitMeasured(context);
      compressed(context, payload);
      return true;
    case 'custom_title':
      context.patch({ [payload['titleSource'] === 'auto' ? 'title' : 'customTitle']: name(payload['customTitle']) });
      return true;
    case 'session_model':
      context.patch({ model: name(payload['modelId']) });
      return true;
    case 'rewind': {
      const dropped = number(payload['truncatedCount']);
      const what = {
        is: 'intervention',
        type: 'rewind',
        text: `Conversation rewound${dropped === undefined ? '' : `, ${dropped} items dropped`}`,
      } as const;
      context.emit(context.key, what, { native: context.key, role: 'user', parent: context.above });
      return true;
    }
    case 'slash_command': {
      const command = text(payload['rawCommand']);
      if (payload['phase'] !== 'invocation' || command === undefined) return true;
      context.emit(
        context.key,
        { is: 'lifecycle', type: 'command', text: command },
        { native: context.key, role: 'user', parent: context.above },
      );
      return true;
    }
    default:
      return typeof record['subtype'] === 'string' && silent.has(record['subtype']);
  }
}

/** Known, but no event of the conversation: seen in captures, or named by the program itself. */
const silent: ReadonlySet<string> = new Set([
  'attribution_snapshot',
  'file_history_snapshot',
  'parent_session',
  'session_source',
  'session_execution_engine',
  'session_approval_mode',
  'session_notes',
  'session_artifact_event',
  'session_artifact_snapshot',
  'session_sources_snapshot',
  'at_command',
  'agent_bootstrap',
  'agent_retry',
  'agent_session_ready',
  'background_task_completed',
  'branch_checkpoint',
  'goal_state',
  'goal_turn_end',
  'omni_recall',
  'turn_result',
  'user_text_elements',
]);
