import type { SessionUid } from '../../../model/ids.ts';
import { isObject, list, name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../../reader/json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../../source.ts';
import type { KnownAgents } from '../agents.ts';
import { readSecondary } from './secondary-session.ts';
import { headingOf } from '../heading.ts';
import { plainId } from '../ids.ts';
import { OtlpMemory } from './memory.ts';
import { readPrimary } from './own-session.ts';
import { OtlpContext, sessionOf } from './record-context.ts';
import type { Telemetry } from '../../agent/telemetry/telemetry.ts';
import type { Home } from '../container/traces.ts';

export function otlpReader(agents: KnownAgents, identity: Identity, state?: Json): Reader {
  const memory = new OtlpMemory().restore(state);
  return jsonLinesReader(memory, (record) => read(agents, memory, identity, record));
}

function read(agents: KnownAgents, memory: OtlpMemory, { session: main }: Identity, line: JsonObject): Reading {
  const heading = headingOf(line);
  if (heading) {
    memory.heading = heading;
    return { disposition: 'state' };
  }
  const record = recordOf(line);
  if (!record) return unknownRecord('not-telemetry', undefined);
  const agent = agents.named(memory.heading?.agent);
  const place = placeOf(line);
  const context = new OtlpContext({
    memory,
    record,
    place,
    main,
    session: agent ? sessionOfRecord(main, agent.subagent?.(record)) : sessionOf(main, place.subagent),
  });
  if (!agent) readPrimary(context);
  else if (!readSecondary(context, agent)) return unknownRecord(record.name.slice(0, 100), record.version);
  return readingOf(context);
}

function sessionOfRecord(main: SessionUid, subagent: string | undefined): SessionUid {
  return sessionOf(main, subagent === undefined ? undefined : plainId(subagent));
}

/** A line as the container writes it. */
function recordOf(line: JsonObject): Telemetry | undefined {
  const { signal } = line;
  if (signal !== 'span' && signal !== 'log') return undefined;
  return {
    signal,
    service: name(line['service']),
    version: name(line['version']),
    scope: name(line['scope']),
    name: text(line['name']) ?? '',
    trace: hex(line['trace']),
    span: hex(line['span']),
    parent: hex(line['parent']),
    start: number(line['start']),
    end: number(line['end']),
    failed: line['failed'] === true || undefined,
    message: text(line['message']),
    body: line['body'],
    attributes: object(line['attributes']),
    events: list(line['events'])
      .filter(isObject)
      .map((event) => ({ name: text(event['name']) ?? '', attributes: object(event['attributes']) })),
  };
}

function placeOf(line: JsonObject): Omit<Home, 'session'> {
  const subagent = hex(line['subagent']);
  const caller = isObject(line['caller']) && subagent !== undefined ? line['caller'] : undefined;
  const under = name(line['under']);
  const linked = list(line['linked']).flatMap((key) => name(key) ?? []);
  const outer = hex(caller?.['subagent']);
  const by = name(caller?.['by']);
  return {
    ...(subagent !== undefined && { subagent }),
    ...(caller && { caller: { ...(outer !== undefined && { subagent: outer }), ...(by !== undefined && { by }) } }),
    ...(under !== undefined && { under }),
    ...(linked.length > 0 && { linked }),
    ...(line['covered'] === true && { covered: true as const }),
    ...(line['failedBelow'] === true && { failedBelow: true as const }),
    ...(line['nested'] === true && { nested: true as const }),
  };
}

function hex(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{16,32}$/.test(value) ? value : undefined;
}
