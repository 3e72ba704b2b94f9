import * as z from 'zod';
import { event } from '../../ask/event/event.ts';
import type { EventAnswer } from '../../ask/event/event.ts';
import { cutText, cutTexts } from '../fit.ts';
import { eventGiven, withinSession } from '../inputs.ts';
import { eventShape, stepShape } from '../outputs.ts';
import { lines, percent, short, told } from '../text.ts';
import { question } from '../tool.ts';
import { namedEvent } from '../named-event.ts';

export const eventTool = question({
  name: 'event',
  title: 'Everything about one event',
  description:
    'One event in full: what was said or done (`content`: the prompt, the message, the input of a call, the output of a result), the other events of its step (of a call its result), its causes and effects, and the file and line it was read from. ' +
    'Use it after search, timeline or why, when one line is not enough. Give the id of an event. To read what a call returned, ask about its result: `step` names it. ' +
    'Texts longer than `max_chars` are cut and say how much is missing; give more, up to 40,000, to read on. Secrets are redacted. `evicted`: the bytes are gone and only the summary is left.',
  input: z.object({
    event: eventGiven,
    session: withinSession,
    max_chars: z.number().int().min(200).max(40_000).default(6000).describe('Cut each text to so many characters.'),
    line: z.boolean().default(false).describe("true: also the agent's own record, as it wrote it."),
  }),
  output: z.looseObject({
    event: eventShape,
    session: z.looseObject({ uid: z.string(), title: z.string().nullable() }),
    step: z.array(eventShape),
    turn: stepShape.nullable(),
    causes: z.array(z.looseObject({ step: z.string() })),
    effects: z.array(z.looseObject({ step: z.string() })),
    content: z.looseObject({ is: z.string() }).nullable(),
    evicted: z.boolean(),
  }),
  async answer({ read }, { event: name, session, max_chars: longest, line }, { sources }): Promise<EventAnswer> {
    const found = await event(read, await namedEvent(read, name, session), { sources: await sources() });
    return cutTexts(line ? found : { ...found, line: null }, longest);
  },
  text: ({ event: about, session, step, turn, causes, effects, content, place, evicted }) =>
    lines(
      `${about.kind} ${told(about)} in ${session.uid}`,
      turn && turn.id !== about.id && `In the turn of ${told(turn)}`,
      content && cutText(JSON.stringify(content), 6000),
      evicted && 'The bytes of this session were evicted; this is what is left.',
      step.length > 0 &&
        `Of the same step: ${step
          .slice(0, 5)
          .map((each) => `${each.kind} ${told(each, 120)}`)
          .join('; ')}`,
      causes.length > 0 &&
        `Caused by: ${causes
          .slice(0, 5)
          .map(({ step: id, types, confidence }) => `${id} (${types.join('+')} ${percent(confidence)})`)
          .join(', ')}`,
      effects.length > 0 &&
        `Led to: ${effects
          .slice(0, 5)
          .map(({ step: id, types }) => `${id} (${types.join('+')})`)
          .join(', ')}`,
      place && `Read from ${short(place.path, 300)}:${place.line}`,
    ),
});
