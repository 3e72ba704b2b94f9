import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { name, number } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import type { KnownAgents } from './agents.ts';
import { flavor } from './container/index-file.ts';
import type { Indexed } from './container/index-file.ts';

/** The first line of a session from a file of telemetry: what its other lines do not repeat. */
export interface Heading {
  readonly otlp: 1;
  readonly session: SessionUid;
  /** The agent of the session, if it is known. */
  readonly agent?: string | undefined;
  readonly begun?: number | undefined;
  readonly hasCallSpans: boolean;
}

export function headingLine(session: SessionUid, { agent, begun, hasCallSpans }: Indexed): string {
  return JSON.stringify({
    otlp: 1,
    session,
    agent: agent?.name,
    begun: begun === undefined ? undefined : Math.floor(begun),
    hasCallSpans,
  } satisfies Heading);
}

export function headingOf(record: JsonObject | undefined): Heading | undefined {
  const session = name(record?.['session']);
  if (record?.['otlp'] !== 1 || session === undefined || !/^[a-z-]+:[\w.-]+$/.test(session)) return undefined;
  return {
    otlp: 1,
    session: session as SessionUid,
    agent: name(record['agent']),
    begun: number(record['begun']),
    hasCallSpans: record['hasCallSpans'] === true,
  };
}

export function matches({ head }: Peek): boolean {
  return headingIn(head) !== undefined;
}

/** A known agent's session has a transcript: the telemetry is a secondary source. */
export function identify(agents: KnownAgents, { head }: Peek): Identity {
  const heading = headingIn(head);
  if (!heading) return { session: sessionUid(flavor, 'unknown') };
  const { session, agent, begun } = heading;
  if (agents.named(agent)) return { session, secondary: true };
  return { session, ...(begun === undefined ? {} : { begun }) };
}

function headingIn(head: string): Heading | undefined {
  return head.startsWith('{"otlp":') ? headingOf(firstRecords(head, 1)[0]) : undefined;
}
