import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Place } from '../../store/store.ts';
import type { ErrorStory } from '../errors/errors.ts';
import type { Cause, StepElsewhere } from '../walk/step.ts';

/** Everything about one step: a prompt, or a call and its results. */
export interface StepAnswer {
  readonly step: Event;
  readonly session: { readonly uid: SessionUid; readonly title: string | null; readonly cwd: string | null };
  /**
   * What the agent said and thought between the step before and this call, in order. None before a prompt: that is
   * the `answer` of the step before.
   */
  readonly messages: readonly AgentMessage[];
  /** Of a prompt its text, of a call its input as JSON where it is JSON; null when the bytes were evicted. */
  readonly asked: Clipped | null;
  /** The results in order; a background call has two. */
  readonly results: readonly {
    readonly event: Event;
    readonly output: Clipped | null;
    readonly images: readonly ImageRef[];
  }[];
  /** What the agent said and thought after it, where no call follows: of the last step of a turn, its answer. */
  readonly answer: readonly AgentMessage[];
  /** Images in the prompt. */
  readonly images: readonly ImageRef[];
  /** Best first. */
  readonly causes: readonly StepCause[];
  /** The strongest fifty, and how many there are. */
  readonly effects: readonly StepCause[];
  readonly effects_total: number;
  /** The failure it belongs to, whatever its part in it. */
  readonly story: ErrorStory | null;
  readonly place: Place | null;
  readonly evicted: boolean;
}

export interface AgentMessage {
  readonly event: EventId;
  readonly kind: 'assistant_msg' | 'thinking';
  /** Null when the bytes were evicted; its summary stays. */
  readonly text: Clipped | null;
  readonly summary: string;
}

/** The beginning of a text: at most 64 KB. */
export interface Clipped {
  readonly text: string;
  /** Characters of the whole. */
  readonly length: number;
  /** The text is JSON. Cut JSON is text. */
  readonly json: boolean;
}

/** Images are fetched separately, by event and number. */
export interface ImageRef {
  readonly event: EventId;
  readonly number: number;
  readonly media_type: string;
  readonly bytes: number;
}

export interface StepCause extends Omit<Cause, 'step' | 'native_id'> {
  readonly step: StepElsewhere & { readonly seq: number };
}
