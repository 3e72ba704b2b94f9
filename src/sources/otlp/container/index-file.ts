import { stat } from 'node:fs/promises';
import { sessionUid } from '../../../model/ids.ts';
import type { SessionUid } from '../../../model/ids.ts';
import { ownScope } from '../../../platform/otlp/own-scope.ts';
import { name } from '../../../platform/parse-records.ts';
import type { KnownAgent, KnownAgents } from '../agents.ts';
import { callIdOf } from '../records/calls.ts';
import { plainId } from '../ids.ts';
import { kindOf } from '../../agent/telemetry/kinds.ts';
import { telemetryIn } from '../../agent/telemetry/telemetry.ts';
import type { Telemetry } from '../../agent/telemetry/telemetry.ts';
import { Traces } from './traces.ts';
import type { Home } from './traces.ts';
import { valuesOf } from './values.ts';
import type { Place } from './values.ts';

export const flavor = 'otel';

/** Which sessions a file holds, and where. */
export interface FileIndex {
  readonly sessions: ReadonlyMap<SessionUid, Indexed>;
  /** The session of a record, and its place among the others. */
  homeOf(record: Telemetry): Home | undefined;
}

export interface Indexed {
  /** The agent of the session; undefined when it is unknown. */
  readonly agent: KnownAgent | undefined;
  /** Of the values that hold records of it, in order. */
  readonly places: readonly Place[];
  readonly begun: number | undefined;
  readonly hasCallSpans: boolean;
}

let last: { readonly of: string; readonly agents: KnownAgents; readonly index: Promise<FileIndex> } | undefined;

/**
 * Reads a file once. Every session in it is listed, peeked at and read, one after another, so the last index is cached
 * as long as the file is unchanged.
 */
export async function indexOf(agents: KnownAgents, path: string): Promise<FileIndex> {
  const { size, mtimeMs } = await stat(path);
  const of = `${path}\0${size}\0${mtimeMs}`;
  if (last?.of !== of || last.agents !== agents) last = { of, agents, index: read(agents, path) };
  return last.index;
}

async function read(agents: KnownAgents, path: string): Promise<FileIndex> {
  const traces = new Traces();
  for await (const { value } of valuesOf(path)) for (const record of telemetryIn(value)) note(agents, traces, record);
  traces.settle();

  const sessions = new Map<
    SessionUid,
    {
      agent: KnownAgent | undefined;
      places: Place[];
      begun: number | undefined;
      hasCallSpans: boolean;
      isWorthIt: boolean;
    }
  >();
  for await (const { offset, length, value } of valuesOf(path)) {
    for (const record of telemetryIn(value)) {
      const home = homeOf(agents, traces, record);
      if (!home) continue;
      let session = sessions.get(home.session);
      if (!session)
        sessions.set(
          home.session,
          (session = { agent: agents.of(record), places: [], begun: undefined, hasCallSpans: false, isWorthIt: false }),
        );
      if (session.places.at(-1)?.offset !== offset) session.places.push({ offset, length });
      if (record.start !== undefined) session.begun = Math.min(session.begun ?? record.start, record.start);
      session.isWorthIt ||= session.agent !== undefined || kindOf(record) !== 'other';
      session.hasCallSpans ||= record.signal === 'span' && callIdOf(record) !== undefined;
    }
  }
  // A browser's telemetry has sessions as well.
  for (const [uid, { isWorthIt }] of sessions) if (!isWorthIt) sessions.delete(uid);
  return { sessions, homeOf: (record) => homeOf(agents, traces, record) };
}

function note(agents: KnownAgents, traces: Traces, record: Telemetry): void {
  const { signal, trace, span, parent, attributes, failed } = record;
  if (trace === undefined || span === undefined || record.scope === ownScope) return;
  const agent = agents.of(record);
  const own = agent ? undefined : ownSession(record);
  if (signal === 'log') {
    if (own !== undefined) traces.named(trace, own);
    return;
  }
  const kind = kindOf(record);
  traces.add(trace, span, {
    parent,
    kind,
    session: own,
    agent:
      kind === 'agent'
        ? (name(attributes['gen_ai.agent.id']) ??
          name(attributes['gen_ai.agent.name']) ??
          name(attributes['agent.name']) ??
          name(attributes['traceloop.entity.name']))
        : undefined,
    call: kind === 'call' ? callIdOf(record) : undefined,
    failed: failed ?? false,
    isKnown: agent !== undefined,
  });
}

/** Left out are records of a known agent without a session, which are internal, and what stemma exported. */
function homeOf(agents: KnownAgents, traces: Traces, record: Telemetry): Home | undefined {
  if (record.scope === ownScope) return undefined;
  const agent = agents.of(record);
  if (!agent) return traces.homeOf(record, ownSession(record) ?? traceSession(record));
  const native = agent.session(record);
  if (native === undefined) return undefined;
  return {
    session: sessionUid(agent.flavor, plainId(native)),
    ...(agent.hidesNested && traces.isNested(record) ? { nested: true as const } : {}),
  };
}

/** Log records and spans are mostly in separate files: they share the trace. */
function traceSession(record: Telemetry): SessionUid | undefined {
  return record.trace !== undefined && kindOf(record) === 'event' ? sessionUid(flavor, record.trace) : undefined;
}

/** The conversation id, under any of its names. */
export function ownSession({ attributes }: Telemetry): SessionUid | undefined {
  const id = names.map((field) => name(attributes[field])).find((value) => value !== undefined);
  return id === undefined ? undefined : sessionUid(flavor, plainId(id));
}

const names = [
  'gen_ai.conversation.id',
  'session.id',
  'conversation.id',
  'ai.telemetry.metadata.sessionId',
  'langfuse.session.id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.thread_id',
];
