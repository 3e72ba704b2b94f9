import type { Origin } from '../../model/words.ts';
import { text } from '../../platform/parse-records.ts';
import { returnedLater } from './agents.ts';
import { wentOn } from './context.ts';
import { emit, stepped } from './page.ts';
import type { Page } from './page.ts';
import { partsOf, payloadOf, readable } from './record.ts';
import type { Rec } from './record.ts';

/** Something said to the agent, by whomever. A subtype nobody knows is left alone: it may be no prompt at all. */
export function user(page: Page, record: Rec): boolean {
  const origin = originOf(page, record);
  if (origin === undefined) return false;
  const said = readable(partsOf(record));
  // What was typed; the parts also hold what was added for the model, such as the text of files that were named.
  const shown = text(payloadOf(record)['displayText']) ?? '';
  const words = (origin === 'notification' ? said || shown : shown || said).trim();
  wentOn(page);
  if (words === '') return true;

  if (record['subtype'] === 'mid_turn_user_message') {
    emit(
      page,
      page.key,
      { is: 'intervention', type: 'queued_message', text: words },
      { native: page.key, role: 'user', parent: page.above },
    );
    page.leads = page.key;
    return true;
  }
  page.memory.turn = page.key;
  emit(page, page.key, { is: 'prompt', text: words, origin }, { native: page.key, role: 'user', parent: page.above });
  stepped(page, page.key);
  page.leads = page.key;
  if (origin === 'notification') returnedLater(page, record);
  return true;
}

function originOf({ isSubagent }: Page, record: Rec): Origin | undefined {
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
