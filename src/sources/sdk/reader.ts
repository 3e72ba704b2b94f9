import { eventId, eventKey, eventRef, treeKey } from '../../model/ids.ts';
import type { EventId } from '../../model/ids.ts';
import { name, number, text } from '../../platform/parse-records.ts';
import { draftOf, patchOf } from '../reader/draft-of.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import { remember } from '../remember.ts';
import type { Draft, Identity, Json, Line, Reader, Reading, SessionPatch } from '../source.ts';
import { atOf, eventIdIn, isStart, keyOf, recordType, shortName, tokensOf } from './record.ts';
import type { SdkRecord } from './record.ts';
import { isCall, resultOf, whatOf } from './what-of.ts';

/** A prompt opens a turn, and what hangs on something in the turn belongs to it; the latest of them are remembered. */
type Turns = Map<EventId, string>;
const mostInTurns = 500;

export function sdkReader(identity: Identity, state?: Json): Reader {
  const turns: Turns = new Map((state ?? []) as unknown as [EventId, string][]);
  return {
    line: (line) =>
      isBlank(line)
        ? { disposition: 'state' }
        : readJsonLine(line, (record) => read({ identity, turns, record, drafts: [], sessions: [] })),
    state: () => [...turns] as unknown as Json,
  };
}

/** A writer that does not know whether its last line came through begins with a new one. */
function isBlank({ text: line }: Line): boolean {
  return line === '';
}

interface Page {
  readonly identity: Identity;
  readonly turns: Turns;
  readonly record: SdkRecord;
  readonly drafts: Draft[];
  readonly sessions: SessionPatch[];
}

function read(page: Page): Reading {
  const { record } = page;
  if (isStart(record)) return started(page);
  const type = recordType(record);
  const key = keyOf(record);
  if (type === undefined || key === undefined)
    return unknownRecord(text(record['t'])?.slice(0, 80) ?? 'record', undefined);
  switch (type) {
    case 'event':
      happened(page, key);
      break;
    case 'begin':
      happened(page, key, true);
      break;
    case 'end':
      answered(page, key);
      break;
    case 'dropped':
      page.drafts.push(
        draftOf(
          page.identity.session,
          key,
          { is: 'lifecycle', type: 'events_dropped', text: droppedText(record) },
          { at: atOf(record), native: idOf(page, key), role: 'system' },
        ),
      );
      break;
  }
  return readingOf(page);
}

function started({ record, identity, sessions }: Page): Reading {
  const title = shortName(record['title']) ?? shortName(record['agent']);
  sessions.push(
    ...patchOf(identity.session, { title, cwd: name(record['cwd']), agentVersion: shortName(record['version']) }),
  );
  return readingOf({ sessions });
}

function happened(page: Page, key: string, isScope = false): void {
  const {
    record,
    identity: { session },
    turns,
  } = page;
  const id = idOf(page, key);
  const what = whatOf(record, isScope);
  const parentId = inTree(page, record['parent'], id);
  const spawnedBy = isCall(what) ? inTree(page, record['by'], id) : undefined;
  const turn = what.is === 'prompt' ? key : parentId && turns.get(parentId);
  if (turn !== undefined) remember(turns, id, turn, mostInTurns);
  const isDone =
    isCall(what) && !isScope && ['ms', 'failed', 'output', 'exitCode'].some((field) => record[field] !== undefined);
  // What a call used is known when it is over, and counted once.
  const used = isDone ? {} : usedIn(record);
  page.drafts.push(
    draftOf(session, key, what, {
      at: atOf(record),
      native: id,
      parentId,
      spawnedBy,
      turn,
      ...used,
      ...(!isCall(what) && { durationMs: number(record['ms']) }),
    }),
  );
  if (isDone) answered(page, key);
}

function answered(page: Page, key: string): void {
  const {
    record,
    identity: { session },
    turns,
  } = page;
  const durationMs = number(record['ms']);
  const at = atOf(record);
  // A call that was logged as a whole has the time it began.
  const ended = record['t'] === 'end' || at === undefined ? at : at + Math.max(0, durationMs ?? 0);
  page.drafts.push(
    draftOf(session, `${key}:result`, resultOf(record, key), {
      at: ended,
      role: 'tool',
      parent: key,
      turn: turns.get(idOf(page, key)),
      durationMs,
      ...usedIn(record),
    }),
  );
}

function usedIn(record: SdkRecord): Pick<Draft, 'tokens' | 'model' | 'usd'> {
  const tokens = tokensOf(record);
  const model = shortName(record['model']);
  const usd = number(record['usd']);
  return { ...(tokens && { tokens }), ...(model !== undefined && { model }), ...(usd !== undefined && { usd }) };
}

/** Lineage stays within a tree; an event of another one is in the record, and no parent. */
function inTree({ identity: { session, tree } }: Page, named: unknown, id: EventId): EventId | undefined {
  const other = eventIdIn(named);
  return other === undefined || other === id || eventRef(other)!.tree !== (tree ?? treeKey(session))
    ? undefined
    : other;
}

/** As the logger told it to whoever logged, and therefore the native id. */
function idOf({ identity: { session, tree } }: Page, key: string): EventId {
  return eventId({ tree: tree ?? treeKey(session), event: eventKey(session, key) });
}

function droppedText(record: SdkRecord): string {
  const count = number(record['count']) ?? 0;
  return `${count} ${count === 1 ? 'event was' : 'events were'} dropped here: more was logged than could be written`;
}
