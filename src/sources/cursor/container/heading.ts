import { name, number } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';

/** The first line of a session out of a database. It holds what never changes in a session. */
export interface Heading {
  /** `editor`: bubbles of `state.vscdb`. `pane`: of the chat pane before it. `agent`: messages of a `store.db`. */
  readonly cursor: Writing;
  readonly session: string;
  readonly parent?: string | undefined;
  readonly root?: string | undefined;
  /** Of a sub-agent: the call that started it. */
  readonly call?: string | undefined;
  readonly created?: number | undefined;
}

const writings = ['editor', 'pane', 'agent'] as const;
type Writing = (typeof writings)[number];

export function headingOf(record: JsonObject): Heading | undefined {
  const cursor = writings.find((writing) => writing === record['cursor']);
  const session = sessionId(record['session']);
  if (cursor === undefined || session === undefined) return undefined;
  return {
    cursor,
    session,
    parent: sessionId(record['parent']),
    root: sessionId(record['root']),
    call: name(record['call']),
    created: number(record['created']),
  };
}

/** A UUID, or `task-<call>` of a sub-agent; nothing that could be a path. */
export function sessionId(value: unknown): string | undefined {
  return /^[\w.:-]{1,200}$/.test(name(value) ?? '') ? (value as string) : undefined;
}

/** Some calls have two ids in two lines: the second is another service's. */
export function callId(value: unknown): string | undefined {
  return name(name(value)?.split('\n', 1)[0]);
}
