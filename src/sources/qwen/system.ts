import { name, number, text } from '../../platform/parse-records.ts';
import { compressed } from './compaction.ts';
import { emit, patch } from './page.ts';
import type { Page } from './page.ts';
import { payloadOf } from './record.ts';
import type { Rec } from './record.ts';
import { telemetry } from './telemetry.ts';
import { tellUnheard } from './unheard.ts';

/** Records beside the conversation. Most are the program's own bookkeeping. */
export function system(page: Page, record: Rec): boolean {
  const payload = payloadOf(record);
  switch (record['subtype']) {
    case 'ui_telemetry':
      return telemetry(page, payload);
    case 'chat_compression':
      tellUnheard(page);
      compressed(page, payload);
      return true;
    case 'custom_title':
      patch(page, { [payload['titleSource'] === 'auto' ? 'title' : 'customTitle']: name(payload['customTitle']) });
      return true;
    case 'session_model':
      patch(page, { model: name(payload['modelId']) });
      return true;
    case 'rewind': {
      const dropped = number(payload['truncatedCount']);
      const what = {
        is: 'intervention',
        type: 'rewind',
        text: `Conversation rewound${dropped === undefined ? '' : `, ${dropped} items dropped`}`,
      } as const;
      emit(page, page.key, what, { native: page.key, role: 'user', parent: page.above });
      return true;
    }
    case 'slash_command': {
      const command = text(payload['rawCommand']);
      if (payload['phase'] !== 'invocation' || command === undefined) return true;
      emit(
        page,
        page.key,
        { is: 'lifecycle', type: 'command', text: command },
        { native: page.key, role: 'user', parent: page.above },
      );
      return true;
    }
    default:
      return typeof record['subtype'] === 'string' && silent.has(record['subtype']);
  }
}

/** Known, and nothing happened in the conversation: seen in captures, or named by the program itself. */
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
