import { isObject, name, number, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { firstRecords } from '../../reader/json-lines.ts';

/**
 * The first line of a session from a container. It holds what never changes in a session, and how the rest is written.
 */
export interface Heading {
  /**
   * `events`: the log of everything that happened to the session, which only grows.
   * `rows`, `files`: how its messages stand now, in tables or in small files.
   * `go`: the messages of the program of the same name written in Go.
   * `log`: lines of the program's own log.
   */
  readonly opencode: Writing;
  /** The program, where it is another one that keeps its sessions so. */
  readonly by?: string | undefined;
  readonly session: string;
  readonly parent?: string | undefined;
  /** Of a sub-agent: the topmost known session. */
  readonly root?: string | undefined;
  readonly created?: number | undefined;
  readonly project?: JsonObject | undefined;
}

const writings = ['events', 'rows', 'files', 'go', 'log'] as const;
type Writing = (typeof writings)[number];

export function headingOf(record: JsonObject): Heading | undefined {
  const opencode = writings.find((writing) => writing === record['opencode']);
  const idOf = opencode === 'go' ? foreignId : sessionId;
  const session = idOf(record['session']);
  if (opencode === undefined || session === undefined) return undefined;
  return {
    opencode,
    by: name(record['by']),
    session,
    parent: idOf(record['parent']),
    root: sessionId(record['root']),
    created: number(record['created']),
    project: isObject(record['project']) ? object(record['project']) : undefined,
  };
}

/** At the beginning of a session out of a container. */
export function headingAt(head: string): Heading | undefined {
  const [first] = head.startsWith('{"opencode":') ? firstRecords(head, 1) : [];
  return first && headingOf(first);
}

/** `ses_` and 26 letters; nothing that could be a path. */
export function sessionId(value: unknown): string | undefined {
  return /^ses_\w{1,100}$/.test(name(value) ?? '') ? (value as string) : undefined;
}

/**
 * Of the program written in Go: a UUID, or of a sub-agent the id of the call that started it, in Crush after that of
 * its message.
 */
export function foreignId(value: unknown): string | undefined {
  return /^[\w.:$-]{1,200}$/.test(name(value) ?? '') ? (value as string) : undefined;
}
