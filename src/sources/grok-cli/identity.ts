import { createHash } from 'node:crypto';
import { sessionUid } from '../../model/ids.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { callsOf, isMessage } from './record.ts';

export const flavor = 'grok-cli';

/** Messages alone could be anybody's: one of the first calls must be of a tool by the name it has here. */
export function matches({ head }: Peek): boolean {
  const records = firstRecords(head, 4);
  return (
    records[0]?.['role'] === 'user' &&
    records.every(isMessage) &&
    records.some((record) => callsOf(record).some(({ id, tool }) => id !== undefined && own.has(tool)))
  );
}

const own: ReadonlySet<string> = new Set([
  'view_file',
  'create_file',
  'str_replace_editor',
  'create_todo_list',
  'update_todo_list',
]);

/**
 * The output does not name the session. The first prompt and the first answer, with the ids of its calls, are unique.
 */
export function identify({ head }: Peek): Identity {
  const first = JSON.stringify(firstRecords(head, 2).slice(0, 2));
  return { session: sessionUid(flavor, createHash('sha256').update(first).digest('hex').slice(0, 32)) };
}
