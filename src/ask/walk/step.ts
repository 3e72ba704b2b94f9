import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import { eventRef } from '../../model/ids.ts';
import type { EventId, EventRef, SessionUid } from '../../model/ids.ts';
import type { Act, Origin } from '../../model/words.ts';
import type { BriefEvent } from '../../store/store.ts';

/** A step as a node of the graph. */
export interface Step {
  readonly id: EventId;
  readonly native_id: string | null;
  readonly kind: StepKind;
  readonly act: Act | null;
  /** The term a program logged it under. */
  readonly type: string | null;
  readonly tool: string | null;
  readonly summary: string;
  readonly at: string | null;
  readonly failed: boolean;
  readonly origin: Origin | null;
}

/** A prompt, a call together with its result, or an event that a program recorded by itself. */
export type StepKind = 'prompt' | 'call' | 'event';

/** A step with its session. */
export interface StepElsewhere extends Omit<Step, 'act'> {
  readonly session: SessionUid;
}

export interface Cause extends Pick<Edge, 'types' | 'basis' | 'confidence' | 'evidence'> {
  readonly step: EventId;
  readonly native_id: string | null;
}

export function toStep(event: Event): Step {
  const { id, native_id, act, type, tool, summary, at, failed, origin } = event;
  return { id, native_id, kind: stepKind(event), act, type, tool, summary, at, failed, origin };
}

export function toStepElsewhere(event: BriefEvent): StepElsewhere {
  const { id, native_id, session, type, tool, summary, at, failed, origin } = event;
  return { id, native_id, session, kind: stepKind(event), type, tool, summary, at, failed, origin };
}

export function stepKind({ kind, tool }: Pick<Event, 'kind' | 'tool'>): StepKind {
  if (tool !== null) return 'call';
  return kind === 'user_msg' ? 'prompt' : 'event';
}

/** The reference of an id that came out of the store. */
export function refOf(id: EventId): EventRef {
  const ref = eventRef(id);
  if (!ref) throw new Error(`The store gave the id ${id}, which is none.`);
  return ref;
}
