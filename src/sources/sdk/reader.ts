import { eventId, eventKey, eventRef, treeKey } from '../../model/ids.ts';
import type { EventId, Key } from '../../model/ids.ts';
import { name, number, text } from '../../platform/parse-records.ts';
import { BoundedMap } from '../reader/bounded.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Draft, Identity, Json, Reader, Reading, RecordedCause } from '../source.ts';
import { atOf, eventIdIn, isStart, keyOf, recordType, shortName, tokensOf } from './record.ts';
import type { SdkRecord } from './record.ts';
import { isCall, resultOf, whatOf } from './what-of.ts';

class SdkMemory extends ReaderMemory {
  /** A prompt opens a turn, and its descendants belong to it: turns by event id. */
  readonly turns = new BoundedMap<string>(500);
}

export function sdkReader(identity: Identity, state?: Json): Reader {
  const memory = new SdkMemory().restore(state);
  const { line, ...reader } = jsonLinesReader(memory, (record, name) =>
    read(new SdkContext(identity, memory, record, name)),
  );
  // A writer that does not know whether its last line was written begins with a new one.
  return { ...reader, line: (input) => (input.text === '' ? { disposition: 'state' } : line(input)) };
}

class SdkContext extends RecordContext<SdkMemory> {
  readonly record: SdkRecord;
  readonly #tree: Key;

  constructor({ session, tree }: Identity, memory: SdkMemory, record: SdkRecord, name: string) {
    super({ session, memory, key: keyOf(record) ?? name, at: atOf(record) });
    this.record = record;
    this.#tree = tree ?? treeKey(session);
  }

  /** As the logger returned it to its caller, and therefore the native id. */
  get id(): EventId {
    return eventId({ tree: this.#tree, event: eventKey(this.session, this.key) });
  }

  /** Lineage stays within a tree; an event of another one is in the record, but not a parent. */
  inTree(named: unknown): EventId | undefined {
    const other = eventIdIn(named);
    return other === undefined || other === this.id || eventRef(other)!.tree !== this.#tree ? undefined : other;
  }
}

function read(context: SdkContext): Reading {
  const { record, key } = context;
  const type = recordType(record);
  if (isStart(record)) started(context);
  else if (type === undefined || keyOf(record) === undefined)
    return unknownRecord(text(record['t'])?.slice(0, 80) ?? 'record', undefined);
  else if (type === 'event') happened(context);
  else if (type === 'begin') happened(context, true);
  else if (type === 'end') answered(context);
  else
    context.emit(
      key,
      { is: 'lifecycle', type: 'events_dropped', text: droppedText(record) },
      { native: context.id, role: 'system' },
    );
  return readingOf(context);
}

function started(context: SdkContext): void {
  const { record } = context;
  const title = shortName(record['title']) ?? shortName(record['agent']);
  context.patch({
    title,
    cwd: name(record['cwd']),
    agentVersion: shortName(record['version']),
    domain: shortName(record['domain']),
    taskRef: shortName(record['taskRef']),
  });
}

function happened(context: SdkContext, isScope = false): void {
  const { record, key, id, memory } = context;
  const what = whatOf(record, isScope);
  const parentId = context.inTree(record['parent']);
  const by = isCall(what) ? context.inTree(record['by']) : undefined;
  const turn = what.is === 'prompt' ? key : parentId && memory.turns.get(parentId);
  if (turn !== undefined) memory.turns.set(id, turn);
  const isDone =
    isCall(what) && !isScope && ['ms', 'failed', 'output', 'exitCode'].some((field) => record[field] !== undefined);
  context.emit(key, what, {
    native: id,
    parentId,
    causes: causesOf(parentId, by),
    isStep: true,
    type: shortName(record['type']),
    turn,
    payload: loggedIn(record),
    // The usage of a call is known when it has ended, and counted once.
    ...(isDone ? {} : usedIn(record)),
    ...(!isCall(what) && { durationMs: number(record['ms']) }),
  });
  if (isDone) answered(context);
}

/** Whoever logs names the parent on purpose; a call made within a scope was made by it. */
function causesOf(parent: EventId | undefined, by: EventId | undefined): readonly RecordedCause[] {
  if (by !== undefined) return [{ id: by, type: 'spawned' }];
  return parent === undefined ? [] : [{ id: parent, type: 'caused' }];
}

function answered(context: SdkContext): void {
  const { record, key, id, at, memory } = context;
  const durationMs = number(record['ms']);
  // A call that was logged as a whole has the time it began.
  const ended = record['t'] === 'end' || at === undefined ? at : at + Math.max(0, durationMs ?? 0);
  context.emit(`${key}:result`, resultOf(record, key), {
    at: ended,
    role: 'tool',
    parent: key,
    turn: memory.turns.get(id),
    durationMs,
    payload: record['output'],
    ...usedIn(record),
  });
}

/** What an event was logged with: the payload, else its text under that name. */
function loggedIn(record: SdkRecord): unknown {
  const words = record['text'];
  return record['payload'] ?? (words === undefined ? undefined : { text: words });
}

function usedIn(record: SdkRecord): Pick<Draft, 'tokens' | 'model' | 'usd'> {
  const tokens = tokensOf(record);
  const model = shortName(record['model']);
  const usd = number(record['usd']);
  return { ...(tokens && { tokens }), ...(model !== undefined && { model }), ...(usd !== undefined && { usd }) };
}

function droppedText(record: SdkRecord): string {
  const count = number(record['count']) ?? 0;
  return `${count} ${count === 1 ? 'event was' : 'events were'} dropped here: more was logged than could be written`;
}
