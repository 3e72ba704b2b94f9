import type { What } from '../../model/draft.ts';
import type { Event } from '../../model/event.ts';
import { isUnreadable } from '../event/evicted.ts';
import type { StoreReader } from '../../store/store.ts';
import { payloadReader, placeOf, type Payload, type PayloadOptions } from '../event/payload.ts';
import { refOf } from '../walk/step.ts';
import { stepOf } from '../walk/step-of.ts';
import type { ImageRef, AgentMessage, StepAnswer } from './answer.ts';
import { clippedJson, clippedText } from './clipped-text.ts';
import { imagesIn } from './images-in.ts';
import { namedCauses, namedEffects } from './named-ends.ts';
import { messagesAfter, messagesBefore } from './messages-around.ts';
import { storyWith } from './story-with.ts';

export type * from './answer.ts';

/**
 * What there is to see of the step an event belongs to. Every text is cut: lines of many megabytes are nobody's to
 * look at.
 */
export async function stepDetail(
  read: StoreReader,
  about: Event,
  { sources }: Pick<PayloadOptions, 'sources'>,
): Promise<StepAnswer> {
  const step = await stepOf(read, about);
  const ref = refOf(step.id);
  const isCall = step.tool !== null;
  const [session, effects] = [await read.session(step.session), await read.effects([ref])];

  const payloads = payloadReader(read, { sources, raw: true });
  let evicted = false;
  const payloadOf = async (event: Event): Promise<Payload | undefined> => {
    try {
      return await payloads(event);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      evicted = true;
      return undefined;
    }
  };
  const textsOf = async (events: readonly Event[]): Promise<readonly AgentMessage[]> => {
    const all: AgentMessage[] = [];
    for (const event of events)
      all.push({
        event: event.id,
        kind: event.kind as AgentMessage['kind'],
        text: textOf((await payloadOf(event))?.what),
        summary: event.summary,
      });
    return all;
  };

  const before = isCall ? await textsOf(await messagesBefore(read, step)) : [];
  const own = await payloadOf(step);
  const results: StepAnswer['results'][number][] = [];
  for (const event of isCall ? await resultsOf(read, step) : []) {
    const payload = await payloadOf(event);
    results.push({ event, output: textOf(payload?.what), images: imageRefs(event, payload) });
  }
  return {
    step,
    session: { uid: step.session, title: session?.title ?? null, cwd: session?.cwd ?? null },
    messages: before,
    asked: textOf(own?.what),
    results,
    answer: await textsOf(await messagesAfter(read, step)),
    images: isCall ? [] : imageRefs(step, own),
    causes: await namedCauses(read, await read.causes([ref])),
    effects: await namedEffects(read, effects.slice(0, mostEffects)),
    effects_total: effects.length,
    story: await storyWith(read, step),
    place: await placeOf(read, step, {}),
    evicted,
  };
}

const mostEffects = 50;
/** A call has one, a background one a second; hooks may add a few. */
const mostResults = 16;

async function resultsOf(read: StoreReader, step: Event): Promise<readonly Event[]> {
  return (await read.eventsOfStep(refOf(step.id), mostResults)).filter(
    ({ id, role }) => id !== step.id && role === 'tool',
  );
}

function textOf(what: What | null | undefined): AgentMessage['text'] {
  if (!what) return null;
  if (what.is === 'call') return typeof what.input === 'string' ? clippedText(what.input) : clippedJson(what.input);
  return clippedText(what.is === 'result' ? what.output : what.text);
}

function imageRefs(event: Event, payload: Payload | undefined): readonly ImageRef[] {
  if (!payload) return [];
  return imagesIn(payload.written, event).map(({ media_type, bytes }, at) => ({
    event: event.id,
    number: at + 1,
    media_type,
    bytes,
  }));
}
