import type { SessionUid } from '../../../model/ids.ts';
import { name, number, object } from '../../../platform/parse-records.ts';
import type { CodexMemory } from './memory.ts';
import type { CodexRecord } from './record.ts';

/**
 * Whether the record is another thread's. A sub-agent that got its parent's history, or a fork before forks were by
 * reference, has the parent's lines copied before its own, beginning with the parent's `session_meta`.
 */
export function isCopy(memory: CodexMemory, session: SessionUid, record: CodexRecord): boolean {
  if (record.type === 'session_meta') {
    const id = name(record.payload['id']);
    if (id === undefined || session.endsWith(`:${id}`)) {
      const ownFrom = number(record.payload['subagent_history_start_ordinal']);
      if (ownFrom !== undefined) memory.ownFrom = ownFrom;
      return false;
    }
    if (marksItsOwn(memory)) memory.copying = true;
    return true;
  }
  if (memory.copying && isOwn(memory, session, record)) delete memory.copying;
  return memory.copying === true;
}

function isOwn(memory: CodexMemory, session: SessionUid, { type, payload, ordinal }: CodexRecord): boolean {
  if (memory.ownFrom !== undefined && ordinal !== undefined) return ordinal >= memory.ownFrom;
  if (type !== 'event_msg' || payload['type'] !== 'task_started') return false;
  if (name(object(payload['turn_attribution'])['parent_turn_id'])) return true;
  // Ids are UUIDs that begin with the time: a turn begun before the thread was is copied.
  return (name(payload['turn_id']) ?? '') > session.slice(session.indexOf(':') + 1);
}

/** Before 0.100 no record shows where a thread's own lines begin; then all are read as its own rather than none. */
function marksItsOwn(memory: CodexMemory): boolean {
  const minor = Number(/^0\.(\d+)\./.exec(memory.version ?? '')?.[1] ?? 0);
  return memory.ownFrom !== undefined || minor === 0 || minor >= 100;
}
