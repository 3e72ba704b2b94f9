import { number, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { outputText } from './output-text.ts';
import { callId } from './plain-id.ts';
import type { HookCall, HookResult } from './hook-event.ts';

/** The payloads that our plugins inside an agent write: one flat object, see src/live/spool/README.md. */

export { claudeSession as pluginSession } from './claude-hooks.ts';

export function pluginCall(payload: JsonObject): HookCall {
  return { id: callId(payload['call_id']), tool: text(payload['tool']) ?? 'unknown', input: payload['input'] };
}

export function pluginResult(payload: JsonObject): HookResult {
  return {
    ...pluginCall(payload),
    output: text(payload['error']) ?? outputText(payload['output']),
    exitCode: number(payload['exit_code']),
    durationMs: number(payload['duration_ms']),
    status:
      payload['failed'] === true || text(payload['error']) !== undefined
        ? 'failed'
        : payload['failed'] === false
          ? 'ok'
          : undefined,
  };
}
