import { keyOf } from '../../model/ids.ts';
import { name, number } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { assistant } from './assistant.ts';
import { factsOf } from './facts.ts';
import { ClineMemory } from './memory.ts';
import { isMessage } from './record.ts';
import { user } from './user.ts';

export function clineReader(identity: Identity, state?: Json): Reader {
  const memory = new ClineMemory().restore(state);
  return {
    line(line) {
      if (line.within === undefined) return frame(identity, line);
      return readJsonLine(line, (record) => readMessage(identity, memory, record, line));
    },
    state: () => memory.save(),
  };
}

function frame(identity: Identity, line: Line): Reading {
  // Only the brackets of a list are left.
  if (/^\s*\[[\s,]*\]?\s*$/.test(line.text)) return { disposition: 'state' };
  return readJsonLine(line, (record) => readingOf({ sessions: factsOf(identity.session, record) }));
}

function readMessage(identity: Identity, memory: ClineMemory, message: JsonObject, line: Line): Reading {
  if (!isMessage(message)) return unknownRecord(`message/${name(message['role']) ?? 'none'}`, undefined);
  const id = name(message['id']);
  const context = new RecordContext({
    session: identity.session,
    isSubagent: identity.root !== undefined,
    memory,
    at: number(message['ts']),
    // A task that is reset to an earlier message continues with another text in the same place.
    key: id ?? `m${line.number}.${keyOf(line.text).toString(36)}`,
    native: id,
  });
  if (message['role'] === 'assistant') assistant(context, message);
  else user(context, message, line.within === '');
  return readingOf(context);
}
