import { name, number, text, time } from '../../platform/parse-records.ts';
import { BoundedSet } from '../reader/bounded.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Reader, Reading, RecordedCause, What } from '../source.ts';
import { sessionOf } from './identity.ts';
import { hasVersion, inputOf, isCausetraces, notesOf, parentsOf, textOf, typeOf } from './record.ts';
import type { Rec } from './record.ts';

class CausetraceMemory extends ReaderMemory {
  /** The latest events, which others may name as their parents. */
  readonly seen = new BoundedSet(1000);
}

type CausetraceContext = RecordContext<CausetraceMemory>;

export function causetraceReader(identity: Identity, state?: Json): Reader {
  const memory = new CausetraceMemory().restore(state);
  const { line, ...reader } = jsonLinesReader(memory, (record) => read(identity, memory, record));
  // What is left of an exported list when its records are taken out.
  return { ...reader, line: (input) => (/^[\s[\],]*$/.test(input.text) ? { disposition: 'state' } : line(input)) };
}

function read(identity: Identity, memory: CausetraceMemory, record: Rec): Reading {
  if (!isCausetraces(record))
    return unknownRecord(
      text(record['event_type'])?.slice(0, 80) ?? 'record',
      text(record['schema_version'])?.slice(0, 80),
    );
  const session = sessionOf(record) ?? identity.session;
  const key = name(record['event_id'])!;
  const context: CausetraceContext = new RecordContext({ session, memory, key, at: time(record['timestamp']) });
  const what = whatOf(record);
  if (what.is === 'prompt') memory.turn = key;

  const [parent] = parentsOf(record).filter((id) => memory.seen.has(id));
  const isContinued = what.is === 'prompt' && what.origin === 'compaction';
  const durationMs = number(record['duration_ms']);
  context.emit(key, what, {
    native: key,
    parent,
    durationMs,
    ...(isContinued ? {} : { causes: causesOf(record, memory), type: loggedAs(record) }),
    isStep: hasVersion(record) && notesOf(record).isStep,
  });
  result(context, record, durationMs);
  if (isContinued && parent !== undefined) context.links.push({ type: 'continued', session, from: parent, to: key });

  context.patchChanged({ model: modelOf(record) });
  if (key.length <= 200) memory.seen.add(key);
  return readingOf(context);
}

/** What the program called it. A call is known by its tool, a prompt by being one. */
function loggedAs(record: Rec): string | undefined {
  const type = typeOf(record);
  return type === 'tool_call' || type === 'user_input' || !hasVersion(record) ? undefined : type;
}

/** Its parents in the order they are named, with the word it gives for why. */
function causesOf(record: Rec, { seen }: CausetraceMemory): readonly RecordedCause[] {
  if (!hasVersion(record)) return [];
  const { inferred } = notesOf(record);
  const parents = parentsOf(record).filter((id) => !inferred.has(id));
  const word = name(record['caused_by']);
  const isEvent = word !== undefined && (parents.includes(word) || seen.has(word));
  const named = isEvent && !parents.includes(word) && !inferred.has(word) ? [...parents, word] : parents;
  const tag = isEvent ? undefined : word?.slice(0, 200);
  return named.map((key) => ({ key, type: 'caused', ...(tag !== undefined && { tag }) }));
}

function whatOf(record: Rec): What {
  const input = inputOf(record['tool_input']);
  const tool = name(record['tool_name']);
  const type = typeOf(record);
  if (type === 'tool_call') return { is: 'call', tool: tool ?? 'unknown', input };

  const content = [textOf(input), textOf(record['tool_output'])].filter((each) => each !== undefined).join('\n');
  switch (type) {
    case 'user_input':
      return { is: 'prompt', text: content, origin: 'human' };
    case 'reasoning':
      // What its parsers found in the agent's answer, and not in its thoughts.
      return { is: tool === 'Response' ? 'message' : 'thinking', text: content };
    case 'context_update':
      // The summary that a session continued from, as stemma writes it; otherwise only that something changed is known.
      if (record['caused_by'] === 'continued') return { is: 'prompt', text: content, origin: 'compaction' };
  }
  const words = tool === undefined || tool === type ? content : `${tool}: ${content}`;
  if (type === 'error') return { is: 'failure', type, text: words };
  return { is: type === 'decision' || type === 'completion' ? type : 'lifecycle', type, text: words };
}

/** A call's record holds its result; whether it failed is not recorded. */
function result(context: CausetraceContext, record: Rec, durationMs: number | undefined): void {
  const { key: call, at } = context;
  const output = textOf(record['tool_output']);
  if (typeOf(record) !== 'tool_call' || output === undefined) return;
  const ended = at === undefined ? undefined : at + Math.max(0, Math.round(durationMs ?? 0));
  context.emit(`${call}:result`, { is: 'result', call, output }, { at: ended, parent: call, durationMs });
}

/** Its hooks write `unknown` where the agent did not name it. */
function modelOf(record: Rec): string | undefined {
  const model = name(record['model'])?.slice(0, 200);
  return model === 'unknown' ? undefined : model;
}
