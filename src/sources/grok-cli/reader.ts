import { name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { draftOf } from '../reader/draft-of.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Draft, Identity, Json, Reader, Reading } from '../source.ts';
import { callsOf, isMessage } from './record.ts';

interface Memory {
  /** Key of the prompt that opened the turn. */
  turn?: string;
  /** Keys of the calls that have no result yet, by the id the model gave them; the latest ones. */
  calls: [id: string, key: string][];
}

export function grokCliReader({ session }: Identity, state?: Json): Reader {
  const memory: Memory = state ? (structuredClone(state) as unknown as Memory) : { calls: [] };
  return {
    line: (line) => readJsonLine(line, (record, key) => read(session, memory, record, key)),
    state: () => structuredClone(memory) as unknown as Json,
  };
}

function read(session: Identity['session'], memory: Memory, record: JsonObject, key: string): Reading {
  if (!isMessage(record)) return unknownRecord((name(record['role']) ?? 'no role').slice(0, 100), undefined);
  const said = text(record['content']) ?? '';
  switch (record['role']) {
    case 'user':
      memory.turn = key;
      return readingOf({
        drafts:
          said.trim() === ''
            ? []
            : [draftOf(session, key, { is: 'prompt', text: said, origin: 'human' }, { role: 'user', turn: key })],
      });
    case 'assistant':
      return readingOf({ drafts: answer(session, memory, record, said, key) });
    case 'tool':
      return readingOf({ drafts: [result(session, memory, record, said, key)] });
    default:
      return { disposition: 'state' };
  }
}

const mostCalls = 64;

function answer(session: Identity['session'], memory: Memory, record: JsonObject, said: string, key: string): Draft[] {
  const { turn } = memory;
  // Printed by the program when the model said nothing.
  const hasSaid = said.trim() !== '' && said !== 'Using tools to help you...';
  const drafts = hasSaid
    ? [draftOf(session, key, { is: 'message', text: said }, { role: 'assistant', parent: turn, turn })]
    : [];
  for (const [index, { id, tool, input }] of callsOf(record).entries()) {
    const own = `${key}:${index + 1}`;
    drafts.push(
      draftOf(
        session,
        own,
        { is: 'call', tool, input },
        { native: id, role: 'assistant', parent: hasSaid ? key : turn, turn },
      ),
    );
    if (id !== undefined) memory.calls = [...memory.calls, [id, own] as [string, string]].slice(-mostCalls);
  }
  return drafts;
}

function result(session: Identity['session'], memory: Memory, record: JsonObject, output: string, key: string): Draft {
  const id = name(record['tool_call_id']) ?? '';
  const call = memory.calls.find(([open]) => open === id)?.[1];
  memory.calls = memory.calls.filter(([, open]) => open !== call);
  const status = failures.test(output) ? ({ status: 'failed' } as const) : {};
  return draftOf(
    session,
    key,
    { is: 'result', call: call ?? id, output, ...status },
    { role: 'tool', parent: call, turn: memory.turn },
  );
}

/** There is no exit code and no mark of failure: only how the tools say it. */
const failures =
  /^(?:Command failed: |File (?:or directory )?not found: |String not found in file|Error |Tool execution error|Unknown tool: )/;
