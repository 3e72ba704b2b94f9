import { isObject, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Json, Line, Reader, Reading } from '../source.ts';
import { message } from './history.ts';
import type { TrajectoryIdentity } from './identity.ts';
import { info } from './info.ts';
import { countOf, fromJson, newMemory, toJson } from './memory.ts';
import type { Memory } from './memory.ts';
import { miniMessage } from './mini.ts';
import type { Page } from './page.ts';
import { noted, step } from './trajectory.ts';

export function sweAgentReader(identity: TrajectoryIdentity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) => readJsonLine(line, (record) => read(identity, memory, line, record)),
    state: () => toJson(memory),
  };
}

function read(
  identity: TrajectoryIdentity,
  memory: Memory,
  { within, number: position }: Line,
  record: JsonObject,
): Reading {
  const list = within ?? '';
  const place = countOf(memory, list);
  const isAlone = position > Object.values(memory.counts).reduce((sum, count) => sum + count, 0);
  const stamp = number(object(record['extra'])['timestamp']);
  const page: Page = {
    session: identity.session,
    memory,
    // Places in a list stay, though the file is written anew; numbers of records do not, for both lists grow.
    key: `${list}:${isAlone && list === 'messages' ? position : place}`,
    isAlone,
    at: stamp === undefined ? undefined : Math.round(stamp * 1000),
    drafts: [],
    sessions: [],
  };
  switch (list) {
    case 'messages':
      return miniMessage(page, record) ? readingOf(page) : unknown(record);
    case 'history':
      // Steps that `trajectory` told already are not told again.
      if (memory.told) return readingOf(page);
      return message(page, record) ? readingOf(page) : unknown(record);
    case 'trajectory':
      if ('role' in record) return unknown(record);
      if (identity.hasHistory) noted(page, record);
      else {
        step(page, record);
        memory.told = true;
      }
      return readingOf(page);
    case '':
      if (isObject(record['info']) || 'replay_config' in record || 'environment' in record) info(page, record);
      return readingOf(page);
    default:
      return unknown(record);
  }
}

function unknown(record: JsonObject): Reading {
  const { role } = record;
  return unknownRecord(`message/${typeof role === 'string' ? role.slice(0, 60) : 'none'}`, undefined);
}
