import type { SessionUid } from '../../model/ids.ts';
import { name, number, text, time } from '../../platform/parse-records.ts';
import { draftOf, patchOf } from '../reader/draft-of.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Draft, Identity, Json, Link, Reader, Reading, What } from '../source.ts';
import { sessionOf } from './identity.ts';
import { inputOf, isCausetraces, parentsOf, textOf } from './record.ts';
import type { Rec } from './record.ts';

interface Memory {
  /** The latest events, which others may name as their parents. */
  seen: string[];
  turn?: string;
  model?: string;
}

const remembered = 1_000;

export function causetraceReader(identity: Identity, state?: Json): Reader {
  const memory: Memory = state ? (structuredClone(state) as unknown as Memory) : { seen: [] };
  return {
    line: (line) => readJsonLine(line, (record) => read(identity, memory, record)),
    state: () => structuredClone(memory) as unknown as Json,
  };
}

function read(identity: Identity, memory: Memory, record: Rec): Reading {
  if (!isCausetraces(record))
    return unknownRecord(
      text(record['event_type'])?.slice(0, 80) ?? 'record',
      text(record['schema_version'])?.slice(0, 80),
    );
  const session = sessionOf(record) ?? identity.session;
  const key = name(record['event_id'])!;
  const what = whatOf(record);
  if (what.is === 'prompt') memory.turn = key;

  const parents = parentsOf(record).filter((parent) => memory.seen.includes(parent));
  const at = time(record['timestamp']);
  const durationMs = number(record['duration_ms']);
  const more = { at, parent: parents[0], turn: memory.turn, durationMs };
  const drafts = [draftOf(session, key, what, { ...more, native: key }), ...resultOf(session, key, record, more)];
  const links: Link[] =
    what.is === 'prompt' && what.origin === 'compaction' && parents[0] !== undefined
      ? [{ type: 'continued', session, from: parents[0], to: key }]
      : [];

  const model = name(record['model'])?.slice(0, 200);
  const sessions = model === memory.model ? [] : patchOf(session, { model });
  if (model !== undefined) memory.model = model;
  if (key.length <= 100) memory.seen = [...memory.seen.slice(1 - remembered), key];
  return readingOf({ drafts, links, sessions });
}

function whatOf(record: Rec): What {
  const input = inputOf(record['tool_input']);
  const words = textOf(input) ?? textOf(record['tool_output']) ?? '';
  switch (record['event_type']) {
    case 'tool_call':
      return { is: 'call', tool: name(record['tool_name']) ?? 'unknown', input };
    case 'user_input':
      return { is: 'prompt', text: words, origin: 'human' };
    case 'reasoning':
      return { is: 'thinking', text: words };
    default:
      // The summary that a session went on from, as stemma writes it; otherwise only that something changed is known.
      return record['caused_by'] === 'continued'
        ? { is: 'prompt', text: words, origin: 'compaction' }
        : { is: 'lifecycle', type: 'context_update', text: words };
  }
}

/** A call's record holds what came back; whether it failed is not said. */
function resultOf(
  session: SessionUid,
  call: string,
  record: Rec,
  { at, turn, durationMs }: { at: number | undefined; turn: string | undefined; durationMs: number | undefined },
): readonly Draft[] {
  const output = textOf(record['tool_output']);
  if (record['event_type'] !== 'tool_call' || output === undefined) return [];
  const ended = at === undefined ? undefined : at + Math.max(0, durationMs ?? 0);
  return [
    draftOf(session, `${call}:result`, { is: 'result', call, output }, { at: ended, parent: call, turn, durationMs }),
  ];
}
