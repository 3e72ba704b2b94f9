import { name, number, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { outputText } from './output-text.ts';
import { callId, plainId } from './plain-id.ts';
import type { Answer, Call, Speaker } from './told.ts';

/** The payloads that files of ours inside an agent write: one flat object, see src/live/spool/README.md. */

export function pluginSpeaker(payload: JsonObject): Speaker | undefined {
  const session = plainId(payload['session_id']);
  return session === undefined ? undefined : { session, native: session, cwd: name(payload['cwd']) };
}

export function pluginCall(payload: JsonObject): Call {
  return { id: callId(payload['call_id']), tool: text(payload['tool']) ?? 'unknown', input: payload['input'] };
}

export function pluginAnswer(payload: JsonObject): Answer {
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
