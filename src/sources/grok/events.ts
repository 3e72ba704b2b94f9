import type { SessionUid } from '../../model/ids.ts';
import { name, number, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { draftOf } from '../reader/draft-of.ts';
import { readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Reading } from '../source.ts';

/**
 * A line of `events.jsonl`, with the phases of each turn: a secondary source. Only here is how long a call took, and
 * whether a tool failed; it repeats the transcript's call and result, matched by the call's id.
 */
export function readEvent(session: SessionUid, event: JsonObject): Reading {
  const id = name(event['tool_call_id']);
  if (event['type'] !== 'tool_completed' || id === undefined) {
    const kind = name(event['type']) ?? 'no type';
    return known.has(kind) ? { disposition: 'state' } : unknownRecord(`events/${kind}`.slice(0, 100), undefined);
  }
  const tool = name(event['tool_name']) ?? 'unknown';
  const at = time(event['ts']);
  const durationMs = number(event['duration_ms']);
  const key = `events:${id}`;
  // Every code but 0 is an error here, although finding nothing is no failure; the transcript has the code.
  const status =
    tool === 'run_terminal_command'
      ? undefined
      : event['outcome'] === 'success'
        ? ('ok' as const)
        : ('failed' as const);
  return readingOf({
    drafts: [
      draftOf(
        session,
        key,
        { is: 'call', tool, input: null },
        { native: id, role: 'assistant', at: at === undefined || durationMs === undefined ? at : at - durationMs },
      ),
      draftOf(
        session,
        `${key}:result`,
        { is: 'result', call: key, output: '', ...(status && { status }) },
        { role: 'tool', parent: key, at, durationMs },
      ),
    ],
  });
}

const known: ReadonlySet<string> = new Set([
  'turn_started',
  'turn_ended',
  'loop_started',
  'phase_changed',
  'first_token',
  'tool_started',
  'tool_completed',
  'permission_requested',
  'permission_resolved',
]);
