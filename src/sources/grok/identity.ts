import { sessionUid } from '../../model/ids.ts';
import { name, parseRecords } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { isTurnStarted, isUpdate, sessionOf, toUpdate } from './record.ts';
import type { Update } from './record.ts';

export const flavor = 'grok';

/** The files of a session that are read: the transcript, and two that add to it. */
export type FileKind = 'updates' | 'events' | 'summary';

export function matches(peek: Peek): boolean {
  return kindOf(peek) !== undefined;
}

export function kindOf({ head }: Peek): FileKind | undefined {
  const records = firstRecords(head, 1);
  if (records.some(isUpdate)) return 'updates';
  if (records.some(isTurnStarted)) return 'events';
  return summaryId.test(head.slice(0, 500)) && /"(?:session_summary|num_messages)"\s*:/.test(head)
    ? 'summary'
    : undefined;
}

const summaryId = /^\s*\{\s*"info"\s*:\s*\{\s*"id"\s*:\s*"([^"\\]{1,200})"\s*,\s*"cwd"\s*:/;

export function identify(peek: Peek): Identity {
  switch (kindOf(peek)) {
    case 'updates':
      return transcript(peek);
    case 'events':
      return {
        session: sessionUid(
          flavor,
          name(firstRecords(peek.head, 1).find(isTurnStarted)?.['session_id']) ?? folderOf(peek.path),
        ),
        secondary: true,
      };
    case 'summary':
      return { session: sessionUid(flavor, summaryId.exec(peek.head)?.[1] ?? folderOf(peek.path)), secondary: true };
    default:
      return { session: sessionUid(flavor, folderOf(peek.path)) };
  }
}

/** A fork begins with copies of its origin's lines: they have its session id, and keep their event ids. */
function transcript({ path, head, tail }: Peek): Identity {
  const first = updatesIn(head).next().value;
  const id = first?.sessionId ?? folderOf(path);
  const session = sessionUid(flavor, id);
  const origin = originIn(head, id);
  if (origin === undefined) return { session, ...(first?.at === undefined ? {} : { begun: first.at }) };
  // It began where it diverged, so that it is read after its original.
  const own = [...updatesIn(head), ...updatesIn(tail)].find(({ eventId }) => sessionOf(eventId) === id);
  const begun = own?.at ?? [...updatesIn(tail)].at(-1)?.at;
  return {
    session,
    parent: { uid: sessionUid(flavor, origin), relation: 'fork', beforeLine: copiesAll },
    ...(begun === undefined ? {} : { begun }),
  };
}

/** A fork contains what it shares: no lines by reference. */
const copiesAll = 1;

/** For a fork of a fork, the nearest origin among the visible lines. */
function originIn(head: string, id: string): string | undefined {
  let origin: string | undefined;
  for (const { eventId } of updatesIn(head)) {
    const from = sessionOf(eventId);
    if (from === id) break;
    origin = from ?? origin;
  }
  return origin;
}

function* updatesIn(lines: string): Generator<Update, undefined> {
  for (const line of lines.split('\n')) {
    const parsed = line.startsWith('{') ? parseRecords(line) : undefined;
    for (const record of parsed?.ok ? parsed.records : []) if (isUpdate(record)) yield toUpdate(record);
  }
  return undefined;
}

/** `sessions/<cwd>/<session id>/updates.jsonl` */
function folderOf(path: string): string {
  const parts = path.split(/[\\/]/);
  return name(parts.at(-2)) ?? name(parts.at(-1)) ?? 'unnamed';
}
