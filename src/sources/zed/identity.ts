import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { name, number } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';

const flavor = 'zed';

/** The first line of a thread. It holds what never changes in one. */
export interface Heading {
  readonly zed: 'thread';
  readonly session: string;
  readonly parent?: string | undefined;
  readonly root?: string | undefined;
  readonly created?: number | undefined;
}

export function headingOf(record: JsonObject): Heading | undefined {
  const session = threadId(record['session']);
  if (record['zed'] !== 'thread' || session === undefined) return undefined;
  return {
    zed: 'thread',
    session,
    parent: threadId(record['parent']),
    root: threadId(record['root']),
    created: number(record['created']),
  };
}

/** Nothing that could be a path. */
export function threadId(value: unknown): string | undefined {
  return /^[\w.-]{1,200}$/.test(name(value) ?? '') ? (value as string) : undefined;
}

export function uidOf(session: string): SessionUid {
  return sessionUid(flavor, session);
}

export function matches({ head }: Peek): boolean {
  return headingAt(head) !== undefined;
}

export function identify({ head }: Peek): Identity {
  const { session = 'unnamed', parent, root, created } = headingAt(head) ?? {};
  return {
    session: uidOf(session),
    ...(parent !== undefined &&
      parent !== session && {
        root: uidOf(root ?? parent),
        parent: { uid: uidOf(parent), relation: 'subagent' as const },
      }),
    ...(created !== undefined && { begun: created }),
  };
}

function headingAt(head: string): Heading | undefined {
  const [first] = head.startsWith('{"zed":') ? firstRecords(head, 1) : [];
  return first && headingOf(first);
}
