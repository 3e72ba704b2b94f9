import { name, number, object, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { emit, patch } from './page.ts';
import type { Page } from './page.ts';
import { responseMeasured } from './unheard.ts';

/**
 * What the program measured. It tells about sub-agents and helpers as well, which have transcripts of their own or
 * none: only what belongs to a call of this session, errors, and what no record tells of are taken from it.
 */
export function telemetry(page: Page, payload: JsonObject): boolean {
  const event = object(payload['uiEvent']);
  switch (text(event['event.name'])?.replace(/^qwen-code\./, '')) {
    case 'tool_call':
      callEnded(page, event);
      return true;
    case 'api_response':
      responseMeasured(page, event);
      return true;
    case 'api_error':
      apiError(page, event);
      return true;
    default:
      return 'event.name' in event;
  }
}

function callEnded(page: Page, event: JsonObject): void {
  const open = page.memory.calls.get(name(event['call_id']) ?? '');
  if (!open) return;
  const at = time(event['event.timestamp']);
  const durationMs = number(event['duration_ms']);
  open.ended = { ...(at === undefined ? {} : { at }), ...(durationMs === undefined ? {} : { durationMs }) };
}

/** Errors that a retry got over leave no record; this was the last try. A sub-agent's does not end the session. */
function apiError(page: Page, event: JsonObject): void {
  const message = text(event['error_message']) ?? text(event['error']) ?? 'API error';
  emit(
    page,
    page.key,
    { is: 'failure', type: 'api_error', text: message },
    { native: page.key, role: 'system', parent: page.above, durationMs: number(event['duration_ms']) },
  );
  if (event['subagent_id'] !== undefined) return;
  page.memory.failed = true;
  patch(page, { outcome: 'fail' });
}
