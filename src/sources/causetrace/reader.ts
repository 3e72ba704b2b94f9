import { name, number, text, time } from '../../platform/parse-records.ts';
import { BoundedSet } from '../reader/bounded.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Reader, Reading, What } from '../source.ts';
import { sessionOf } from './identity.ts';
import { inputOf, isCausetraces, parentsOf, textOf } from './record.ts';
import type { Rec } from './record.ts';

class CausetraceMemory extends ReaderMemory {
  /** The latest events, which others may name as their parents. */
  readonly seen = new BoundedSet(1000);
}

type CausetraceContext = RecordContext<CausetraceMemory>;

export function causetraceReader(identity: Identity, state?: Json): Reader {
  const memory = new CausetraceMemory().restore(state);
  return jsonLinesReader(memory, (record) => read(identity, memory, record));
}

function read(identity: Identity, memory: CausetraceMemory, record: Rec): Reading {
  if (!isCausetraces(record))
    return unknownRecord(
      text(record['event_type'])?.slice(0, 80) ?? 'record',
      text(record['schema_version'])?.slice(0, 80),
    );
  const session = sessionOf(record) ?? identity.session;
  const key = name(record['event_id'])!;
  const context = new RecordContext({ session, memory, key, at: time(record['timestamp']) });
  const what = whatOf(record);
  if (what.is === 'prompt') memory.turn = key;

  const [parent] = parentsOf(record).filter((id) => memory.seen.has(id));
  const durationMs = number(record['duration_ms']);
  context.emit(key, what, { native: key, parent, durationMs });
  result(context, record, durationMs);
  if (what.is === 'prompt' && what.origin === 'compaction' && parent !== undefined)
    context.links.push({ type: 'continued', session, from: parent, to: key });

  context.patchChanged({ model: name(record['model'])?.slice(0, 200) });
  if (key.length <= 100) memory.seen.add(key);
  return readingOf(context);
}

function whatOf(record: Rec): What {
  const input = inputOf(record['tool_input']);
  const content = textOf(input) ?? textOf(record['tool_output']) ?? '';
  switch (record['event_type']) {
    case 'tool_call':
      return { is: 'call', tool: name(record['tool_name']) ?? 'unknown', input };
    case 'user_input':
      return { is: 'prompt', text: content, origin: 'human' };
    case 'reasoning':
      return { is: 'thinking', text: content };
    default:
      // The summary that a session continued from, as stemma writes it; otherwise only that something changed is known.
      return record['caused_by'] === 'continued'
        ? { is: 'prompt', text: content, origin: 'compaction' }
        : { is: 'lifecycle', type: 'context_update', text: content };
  }
}

/** A call's record holds its result; whether it failed is not recorded. */
function result(context: CausetraceContext, record: Rec, durationMs: number | undefined): void {
  const { key: call, at } = context;
  const output = textOf(record['tool_output']);
  if (record['event_type'] !== 'tool_call' || output === undefined) return;
  const ended = at === undefined ? undefined : at + Math.max(0, durationMs ?? 0);
  context.emit(`${call}:result`, { is: 'result', call, output }, { at: ended, parent: call, durationMs });
}
