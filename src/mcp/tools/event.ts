import { event } from '../../ask/event/question.ts';
import { answerSchema } from '../answer-schema.ts';
import { readingTool } from '../tool.ts';
import { cutText, cutTexts } from '../fit.ts';
import { lines, percent, short, stepText } from '../text.ts';

export const eventTool = readingTool({
  name: 'event',
  title: 'Everything about one event',
  description:
    'One event in full: what was said or done (`content`: the prompt, the message, the input of a call, the output of a result), the other events of its step (of a call its result), its causes and effects, and the file and line it was read from. ' +
    'Use it after search, timeline or why, when one line is not enough. Give the id of an event. To read what a call returned, ask about its result: `step` names it. ' +
    'Texts longer than `max_chars` are cut and say how much is missing; give more, up to 40,000, to read on. Secrets are redacted. `evicted`: the bytes are gone and only the summary is left.',
  input: {
    ...event.input,
    maxChars: {
      type: 'integer',
      min: 200,
      max: 40_000,
      default: 6_000,
      summary: 'Cut each text to this many characters',
    },
    line: { type: 'flag', summary: "true: also the agent's own record, as it wrote it" },
  },
  output: answerSchema('EventAnswer'),
  async answer(context, { maxChars, line, ...input }) {
    const found = await event.run(context, input);
    return cutTexts(line ? found : { ...found, line: null }, maxChars);
  },
  text: ({ event: about, session, step, turn, causes, effects, content, place, evicted }) =>
    lines(
      `${about.kind} ${stepText(about)} in ${session.uid}`,
      turn && turn.id !== about.id && `In the turn of ${stepText(turn)}`,
      content && cutText(JSON.stringify(content), 6000),
      evicted && 'The bytes of this session were evicted; this is what is left.',
      step.length > 0 &&
        `Of the same step: ${step
          .slice(0, 5)
          .map((each) => `${each.kind} ${stepText(each, 120)}`)
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
