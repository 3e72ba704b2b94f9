import { sessionUid } from '../../model/ids.ts';
import { name, number } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';

/** One conversation out of an export. */
export function matches({ head }: Peek): boolean {
  const [first] = firstRecords(head, 1);
  return first !== undefined && ['claude.ai', 'chatgpt'].includes(name(first['chatExport']) ?? '');
}

export function identify({ head }: Peek): Identity {
  const [first = {}] = firstRecords(head, 1);
  const begun = number(first['begun']);
  return {
    session: sessionUid('chat-export', name(first['id']) ?? 'unnamed'),
    ...(begun !== undefined && { begun }),
  };
}
