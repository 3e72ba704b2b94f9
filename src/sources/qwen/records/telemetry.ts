import { name, number, object, text, time } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { QwenContext } from './record-context.ts';
import { responseMeasured } from './measured-responses.ts';

/**
 * The program's measurements. They cover sub-agents and helpers as well, which have transcripts of their own or none:
 * only what belongs to a call of this session, errors, and what no record has are used.
 */
export function telemetry(context: QwenContext, payload: JsonObject): boolean {
  const event = object(payload['uiEvent']);
  switch (text(event['event.name'])?.replace(/^qwen-code\./, '')) {
    case 'tool_call':
      callEnded(context, event);
      return true;
    case 'api_response':
      responseMeasured(context, event);
      return true;
    case 'api_error':
      apiError(context, event);
      return true;
    default:
      return 'event.name' in event;
  }
}

function callEnded(context: QwenContext, event: JsonObject): void {
  const open = context.memory.calls.get(name(event['call_id']) ?? '');
  if (!open) return;
  const at = time(event['event.timestamp']);
  const durationMs = number(event['duration_ms']);
  open.ended = { ...(at === undefined ? {} : { at }), ...(durationMs === undefined ? {} : { durationMs }) };
}

/** Errors that a retry resolved leave no record; this was the last try. A sub-agent's does not end the session. */
function apiError(context: QwenContext, event: JsonObject): void {
  const message = text(event['error_message']) ?? text(event['error']) ?? 'API error';
  context.emit(
    context.key,
    { is: 'failure', type: 'api_error', text: message },
    { native: context.key, role: 'system', parent: context.above, durationMs: number(event['duration_ms']) },
  );
  if (event['subagent_id'] !== undefined) return;
  context.setFailed(true);
}
