import { sessionUid } from '../../model/ids.ts';
import { name, number, parseRecords, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, ParentHint, Peek } from '../source.ts';
import { isNext, isStart } from './record.ts';
import { isSums } from './sums.ts';

export const flavor = 'droid';

export function matches(peek: Peek): boolean {
  if (isSums(peek)) return true;
  const [first, second] = firstRecords(peek.head, 2);
  return (
    first !== undefined &&
    isStart(first) &&
    (second === undefined ? number(first['version']) !== undefined : isNext(second))
  );
}

export function identify(peek: Peek): Identity {
  const { path, head, tail } = peek;
  if (isSums(peek)) return { session: sessionUid(flavor, idIn(path)), secondary: true };
  const [first, second] = firstRecords(head, 2);
  const start = first && isStart(first) ? first : {};
  const id = name(start['id']) ?? idIn(path);
  const parent = parentOf(start, second);
  const begun = begunAt(start, head, tail);
  return {
    session: sessionUid(flavor, id),
    ...(parent === undefined || parent.uid === sessionUid(flavor, id) ? {} : { parent }),
    ...(begun === undefined ? {} : { begun }),
  };
}

/** A sub-agent knows its call. A fork copies what it shares, and nothing else of its parent came before it. */
function parentOf(start: JsonObject, next: JsonObject | undefined): ParentHint | undefined {
  const [caller, call, origin] = [
    name(start['callingSessionId']),
    name(start['callingToolUseId']),
    name(start['parent']),
  ];
  if (caller !== undefined)
    return { uid: sessionUid(flavor, caller), relation: 'subagent', ...(call === undefined ? {} : { call }) };
  if (origin === undefined) return undefined;
  // A session that begins with a summary continues the summarised one.
  const relation =
    next?.['type'] === 'compaction_state' && start['forkedAtMessageId'] === undefined ? 'compaction' : 'fork';
  return { uid: sessionUid(flavor, origin), relation, beforeLine: copiesAll };
}

const copiesAll = 1;

/** The first line has no time. A fork began where it diverged, so that it is read after its original. */
function begunAt(start: JsonObject, head: string, tail: string): number | undefined {
  const forkedAt = name(start['forkedAtMessageId']);
  if (forkedAt === undefined) return timesOf(head).next().value?.at;
  for (const text of [head, tail]) {
    let isOwn = false;
    for (const { id, at } of timesOf(text)) {
      if (isOwn) return at;
      isOwn = id === forkedAt;
    }
  }
  return [...timesOf(tail)].at(-1)?.at;
}

function* timesOf(lines: string): Generator<{ readonly id: unknown; readonly at: number }, undefined> {
  for (const line of lines.split('\n')) {
    const parsed = line.startsWith('{') ? parseRecords(line) : undefined;
    for (const record of parsed?.ok ? parsed.records : []) {
      const at = time(record['timestamp']);
      if (at !== undefined) yield { id: record['id'], at };
    }
  }
  return undefined;
}

/** `<session id>.jsonl`, `<session id>.settings.json` */
function idIn(path: string): string {
  return (
    name((path.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:jsonl|settings\.json)(?:\.zst|\.gz)?$/, '')) ?? 'unnamed'
  );
}
