import { ruleWorth, sentencesOf } from '../../../memory/digest/statements.ts';
import { brief } from '../facts/message-text.ts';
import type { ResumeFacts } from '../facts/resume-facts.ts';
import { readsRules, type Text } from '../facts/written.ts';
import { timeOf } from '../pack/time.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';

/** What people, skills and the project's own files lay down, in their words: of people first, latest first. */
export function rules({ history, written, task, room, lastAsk }: ResumeFacts): OfferedSection {
  const shown = new Set(task.asks.slice(0, 1).map(({ event }) => event.id));
  const people = written.asked.filter(({ event }) => event.origin !== 'skill').toReversed();
  const skills = written.asked.filter(({ event }) => event.origin === 'skill').slice(-1);
  const files = history.events
    .filter((event) => event.step === event.id && readsRules(event))
    .flatMap((event): Text[] => {
      const text = written.outputs.get(event.id);
      return text === undefined ? [] : [{ event, text }];
    });
  const lines: Offered[] = [];
  const known = new Set<string>();
  const add = ({ event, text }: Text, worth: number, most: number): void => {
    let taken = 0;
    for (const sentence of sentencesOf(text)) {
      if (taken === most || lines.length === maxLines) return;
      const plain = ruleWorth(sentence);
      if (plain === 0 || known.has(sentence) || isAsked(sentence)) continue;
      known.add(sentence);
      const when = event === lastAsk ? '' : `${timeOf(event)} `.trimStart();
      lines.push({
        text: when + brief(sentence, Math.min(260, room / 14)),
        step: event.id,
        worth: worth + plain * 3 - taken++,
      });
    }
  };
  const isAsked = (sentence: string): boolean =>
    task.asks.some(({ text }) => text.length < 300 && text.replace(/\s+/g, ' ').includes(sentence));
  // The last request is shown whole, with its rules in it, unless it is too long.
  for (const [at, text] of people.entries()) {
    // Much of what a request lays down ends with it.
    const isDone = task.earlier.some(({ ask, isWork }) => isWork && ask.id === text.event.id);
    if (!shown.has(text.event.id) || text.text.length > room * 0.2)
      add(text, (isDone ? 60 : 74) - Math.min(10, at * 0.5), isDone ? 2 : 4);
  }
  for (const text of skills) add(text, 62, 4);
  for (const text of files) add(text, 58, 5);
  return { title: 'Rules given', lines, share: 0.15 };
}

const maxLines = 16;
