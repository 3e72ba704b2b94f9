import { sessionUid } from '../../model/ids.ts';
import { name } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';

const flavor = 'openhands';

/** The first line of a conversation. */
export interface Heading {
  readonly openhands: 'conversation';
  readonly session: string;
}

export function headingOf(record: JsonObject): Heading | undefined {
  const session = conversationId(record['session']);
  return record['openhands'] === 'conversation' && session !== undefined
    ? { openhands: 'conversation', session }
    : undefined;
}

/** A UUID; nothing that could be a path. */
export function conversationId(value: unknown): string | undefined {
  return /^[0-9a-f-]{32,36}$/.test(name(value) ?? '') ? (value as string) : undefined;
}

export function matches({ head }: Peek): boolean {
  return headingAt(head) !== undefined;
}

export function identify({ head }: Peek): Identity {
  return { session: sessionUid(flavor, headingAt(head)?.session ?? 'unnamed') };
}

function headingAt(head: string): Heading | undefined {
  const [first] = head.startsWith('{"openhands":') ? firstRecords(head, 1) : [];
  return first && headingOf(first);
}
