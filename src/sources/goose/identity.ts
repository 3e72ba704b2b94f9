import { basename } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { name, number } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';

const flavor = 'goose';

/** The first line of a session out of the database. It holds what never changes in a session. */
export interface Heading {
  readonly goose: 'database';
  readonly session: string;
  readonly parent?: string | undefined;
  readonly root?: string | undefined;
  readonly created?: number | undefined;
}

export function headingOf(record: JsonObject): Heading | undefined {
  const session = sessionId(record['session']);
  if (record['goose'] !== 'database' || session === undefined) return undefined;
  return {
    goose: 'database',
    session,
    parent: sessionId(record['parent']),
    root: sessionId(record['root']),
    created: number(record['created']),
  };
}

/** Nothing that could be a path. */
export function sessionId(value: unknown): string | undefined {
  return /^[\w.-]{1,200}$/.test(name(value) ?? '') ? (value as string) : undefined;
}

export function uidOf(session: string): SessionUid {
  return sessionUid(flavor, session);
}

/** A session out of the database, or a file of one. */
export function matches({ head }: Peek): boolean {
  const [first] = head.startsWith('{') ? firstRecords(head, 1) : [];
  return first !== undefined && (headingOf(first) !== undefined || isFirstLine(first));
}

export function identify({ path, head }: Peek): Identity {
  const [first = {}] = head.startsWith('{') ? firstRecords(head, 1) : [];
  const heading = headingOf(first);
  if (!heading) {
    const session = sessionId(first['id']) ?? sessionId(basename(path).replace(/\.\w+$/, ''));
    return { session: uidOf(session ?? 'unnamed') };
  }
  const { session, parent, root, created } = heading;
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

/** What is known of the session stands before its messages. */
export function isFirstLine(record: JsonObject): boolean {
  return (
    !('role' in record) &&
    typeof record['working_dir'] === 'string' &&
    typeof record['description'] === 'string' &&
    ['message_count', 'total_tokens', 'extension_data', 'created_at'].some((field) => field in record)
  );
}
