import { isObject, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Json, Line, Reader, Reading } from '../source.ts';
import { message } from './history.ts';
import type { TrajectoryIdentity } from './identity.ts';
import { info } from './info.ts';
import { SweAgentMemory } from './memory.ts';
import { miniMessage } from './mini.ts';
import { SweAgentContext } from './record-context.ts';
import { noted, step } from './trajectory.ts';

export function sweAgentReader(identity: TrajectoryIdentity, state?: Json): Reader {
  const memory = new SweAgentMemory().restore(state);
  return jsonLinesReader(memory, (record, _name, line) => read(identity, memory, line, record));
}

function read(
  identity: TrajectoryIdentity,
  memory: SweAgentMemory,
  { within, number: position }: Line,
  record: JsonObject,
): Reading {
  const list = within ?? '';
  const place = memory.count(list);
  const isAlone = position > Object.values(memory.counts).reduce((sum, count) => sum + count, 0);
  const stamp = number(object(record['extra'])['timestamp']);
  const context = new SweAgentContext({
    session: identity.session,
    memory,
    // Places in a list stay, although the file is rewritten; numbers of records do not, since both lists grow.
    key: `${list}:${isAlone && list === 'messages' ? position : place}`,
    isAlone,
    at: stamp === undefined ? undefined : Math.round(stamp * 1000),
  });
  switch (list) {
    case 'messages':
      return miniMessage(context, record) ? readingOf(context) : unknown(record);
    case 'history':
      // Steps that came from `trajectory` are not emitted again.
      if (memory.hasSteps) return readingOf(context);
      return message(context, record) ? readingOf(context) : unknown(record);
    case 'trajectory':
      if ('role' in record) return unknown(record);
      if (identity.hasHistory) noted(context, record);
      else {
        step(context, record);
        memory.hasSteps = true;
      }
      return readingOf(context);
    case '':
      if (isObject(record['info']) || 'replay_config' in record || 'environment' in record) info(context, record);
      return readingOf(context);
    default:
      return unknown(record);
  }
}

function unknown(record: JsonObject): Reading {
  const { role } = record;
  return unknownRecord(`message/${typeof role === 'string' ? role.slice(0, 60) : 'none'}`, undefined);
}
