import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import { eventRef } from '../../model/ids.ts';
import type { EventId, EventRef, SessionUid } from '../../model/ids.ts';
import type { Act, Origin } from '../../model/words.ts';
import type { BriefEvent } from '../../store/store.ts';

/** A step as a node of the graph: a prompt, or a call together with its result. */
export interface Step {
  readonly id: EventId;
  readonly native_id: string | null;
  readonly kind: 'prompt' | 'call';
  readonly act: Act | null;
  readonly tool: string | null;
  readonly summary: string;
  readonly at: string | null;
  readonly failed: boolean;
  readonly origin: Origin | null;
}

/** A step with its session. */
export interface StepElsewhere {
  readonly id: EventId;
  readonly native_id: string | null;
  readonly session: SessionUid;
  readonly kind: 'prompt' | 'call';
  readonly tool: string | null;
  readonly summary: string;
  readonly at: string | null;
  readonly failed: boolean;
  readonly origin: Origin | null;
}

export interface Cause extends Pick<Edge, 'types' | 'basis' | 'confidence' | 'evidence'> {
  readonly step: EventId;
  readonly native_id: string | null;
}

export function toStep({ id, native_id, act, tool, summary, at, failed, origin }: Event): Step {
  return { id, native_id, kind: stepKind(tool), act, tool, summary, at, failed, origin };
}

export function toStepElsewhere({
  id,
  native_id,
  session,
  tool,
  summary,
  at,
  failed,
  origin,
}: BriefEvent): StepElsewhere {
  return { id, native_id, session, kind: stepKind(tool), tool, summary, at, failed, origin };
}

/** The reference of an id that came out of the store. */
export function refOf(id: EventId): EventRef {
  const ref = eventRef(id);
  if (!ref) throw new Error(`The store gave the id ${id}, which is none.`);
  return ref;
}

function stepKind(tool: string | null): 'prompt' | 'call' {
  return tool === null ? 'prompt' : 'call';
}
