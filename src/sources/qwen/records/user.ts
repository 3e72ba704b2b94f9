import type { Origin } from '../../../model/words.ts';
import { text } from '../../../platform/parse-records.ts';
import { returnedLater } from './agents.ts';
import type { QwenContext } from './record-context.ts';
import { partsOf, payloadOf, readable } from './record.ts';
import type { Rec } from './record.ts';

/** A message to the agent, from a person or a program. An unknown subtype is ignored: it may be no prompt at all. */
export function user(context: QwenContext, record: Rec): boolean {
  const origin = originOf(context, record);
  if (origin === undefined) return false;
  const content = readable(partsOf(record));
  // What was typed; the parts also hold what was added for the model, such as the text of files that were named.
  const shown = text(payloadOf(record)['displayText']) ?? '';
  const words = (origin === 'notification' ? content || shown : shown || content).trim();
  context.setFailed(false);
  if (words === '') return true;

  if (record['subtype'] === 'mid_turn_user_message') {
    context.emit(
      context.key,
      { is: 'intervention', type: 'queued_message', text: words },
      { native: context.key, role: 'user', parent: context.above },
    );
    context.leads = context.key;
    return true;
  }
  context.memory.turn = context.key;
  context.emit(
    context.key,
    { is: 'prompt', text: words, origin },
    { native: context.key, role: 'user', parent: context.above },
  );
  context.step(context.key);
  context.leads = context.key;
  if (origin === 'notification') returnedLater(context, record);
  return true;
}

function originOf({ isSubagent }: QwenContext, record: Rec): Origin | undefined {
  switch (record['subtype']) {
    case undefined:
    case 'mid_turn_user_message':
    case 'realtime_message':
      break;
    case 'notification':
      return 'notification';
    case 'cron':
    case 'goal_runtime':
    case 'agent_launch_prompt':
      return 'harness';
    default:
      return undefined;
  }
  if (record['externalInputKind'] === 'notification') return 'notification';
  const { provenance } = record;
  return isSubagent || (provenance !== undefined && provenance !== 'real_user') ? 'harness' : 'human';
}
