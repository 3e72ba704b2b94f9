import type { What } from '../../model/draft.ts';
import type { Event } from '../../model/event.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Place, StoreReader } from '../../store/store.ts';
import { payloadOf, placeOf } from './payload.ts';
import type { PayloadOptions } from './payload.ts';
import { refOf, toStepElsewhere } from '../walk/step.ts';
import type { Cause, StepElsewhere } from '../walk/step.ts';

export interface EventAnswer {
  readonly event: Event;
  readonly session: { readonly uid: string; readonly title: string | null };
  /** The other events of its step, in order; at most 50. */
  readonly step: readonly Event[];
  readonly turn: StepElsewhere | null;
  readonly causes: readonly Cause[];
  /** At most 20. */
  readonly effects: readonly Cause[];
  /** There are more effects, or more events of its step, than are shown. */
  readonly truncated: boolean;
  /** The file and line it was read from. */
  readonly place: Place | null;
  readonly content: What | null;
  /** The line as the agent wrote it; null when it was evicted. */
  readonly line: unknown;
  /** The bytes were evicted. */
  readonly evicted: boolean;
}

/** Everything about one event. */
export async function event(read: StoreReader, about: Event, options: PayloadOptions): Promise<EventAnswer> {
  const ref = refOf(about.id);
  const [session, causes, effects] = [
    await read.session(about.session),
    await read.causes([ref]),
    await read.effects([ref]),
  ];
  const step = about.step ? await read.eventsOfStep(refOf(about.step), mostOfStep + 1) : [];
  const turn = about.turn && about.turn !== about.id ? await read.event(refOf(about.turn)) : undefined;
  const payload = await payloadOf(read, about, options).catch((error: unknown) => {
    if (error instanceof StemmaError && error.code === 'payload-evicted') return 'evicted' as const;
    throw error;
  });
  const kept = payload === 'evicted' ? undefined : payload;
  return {
    event: about,
    session: { uid: about.session, title: session?.title ?? null },
    step: step.slice(0, mostOfStep).filter(({ id }) => id !== about.id),
    turn: turn ? toStepElsewhere(turn) : null,
    causes: await named(
      read,
      causes.map(({ cause, ...edge }) => ({ step: cause, ...edge })),
    ),
    effects: await named(
      read,
      effects.slice(0, mostEffects).map(({ effect, ...edge }) => ({ step: effect, ...edge })),
    ),
    truncated: effects.length > mostEffects || step.length > mostOfStep,
    place: kept?.place ?? (await placeOf(read, about, options)),
    content: kept?.what ?? null,
    line: kept?.line() ?? null,
    evicted: payload === 'evicted',
  };
}

const mostOfStep = 50;
const mostEffects = 20;

async function named(read: StoreReader, ends: readonly Omit<Cause, 'native_id'>[]): Promise<readonly Cause[]> {
  const causes: Cause[] = [];
  for (const { step, types, basis, confidence, evidence } of ends) {
    causes.push({
      step,
      native_id: (await read.event(refOf(step)))?.native_id ?? null,
      types,
      basis,
      confidence,
      evidence,
    });
  }
  return causes;
}
