import type { Event } from '../../model/event.ts';
import { isAsk, namesATask } from './asks.ts';
import type { Recalled } from './recall.ts';
import { wordsOf, type ReadWhat } from './message-text.ts';

/** What is being worked on: the asks since the present task began, the first of all, and what the agent said last. */
export interface Present {
  /** Latest first: back to the one that says what is wanted. */
  readonly asks: readonly Spoken[];
  /** What is asked for since the present task began. */
  readonly asked: string;
  /** What was asked for before that and what the agent said at its end, latest first, as summaries. */
  readonly earlier: readonly Earlier[];
  /** The agent's last words, latest first. */
  readonly said: readonly Spoken[];
  /** What it had in mind with them: these and its thoughts. */
  readonly minded: string;
  /** Places of the first steps of all tasks. */
  readonly tasks: readonly number[];
  /** Where in the events the present task begins. */
  readonly begun: number;
}

export interface Earlier {
  readonly ask: Event;
  readonly answer: Event | undefined;
}

export interface Spoken {
  readonly event: Event;
  readonly text: string;
}

export async function presentOf({ events, asks: before }: Recalled, readWhat: ReadWhat): Promise<Present> {
  const spoken = async (event: Event): Promise<Spoken> => ({ event, text: await wordsOf(event, readWhat) });
  const known = new Set(before.map(({ id }) => id));
  const all = [...before, ...events.filter((event) => isAsk(event) && !known.has(event.id))];
  const from = all.findLastIndex(beginsTask);
  // A few words, such as "it fails again", do not say what fails: then what was said before them is told too.
  let back = Math.max(0, from);
  while (back > 0 && all.length - back < mostAsks && lengthOf(all.slice(back)) < fewWords) back--;
  const present = all.slice(Math.max(back, all.length - mostAsks)).toReversed();
  const said = events
    .filter(({ kind, summary }) => kind === 'assistant_msg' && summary !== '')
    .slice(-mostSaid)
    .toReversed();
  const minded = events.filter(({ kind }) => kind === 'assistant_msg' || kind === 'thinking').slice(-mostSaid);
  return {
    asks: await Promise.all(
      (from >= 0 && !present.includes(all[from]!) ? [...present, all[from]!] : present).map(spoken),
    ),
    asked: (await Promise.all(all.slice(Math.max(0, from)).slice(-mostAsks).map(spoken)))
      .map(({ text }) => text)
      .join('\n'),
    earlier: earlierIn(withFirst(all.slice(0, back).filter(beginsTask)), events).toReversed(),
    said: await Promise.all(said.map(spoken)),
    minded: (await Promise.all(minded.map(spoken)))
      .map(({ text }) => text)
      .join('\n')
      .slice(-mostMinded),
    tasks: tasksIn(events),
    begun: Math.max(0, events.findLastIndex(beginsTask)),
  };
}

const mostAsks = 4;
const mostSaid = 3;
const fewWords = 120;
const mostEarlier = 40;
const mostMinded = 3000;

/** The last ones, and the very first, which says what it was all for. */
function withFirst(tasks: readonly Event[]): readonly Event[] {
  return tasks.length <= mostEarlier ? tasks : [tasks[0]!, ...tasks.slice(1 - mostEarlier)];
}

/** A task ends where the next begins. */
function earlierIn(tasks: readonly Event[], events: readonly Event[]): readonly Earlier[] {
  return tasks.map((ask) => {
    const from = events.indexOf(ask);
    if (from < 0) return { ask, answer: undefined };
    const end = events.findIndex((event, at) => at > from && beginsTask(event));
    return {
      ask,
      answer: events
        .slice(from, end < 0 ? events.length : end)
        .findLast(({ kind, summary }) => (kind === 'assistant_msg' || kind === 'completion') && summary !== ''),
    };
  });
}

function lengthOf(asks: readonly Event[]): number {
  return asks.reduce((sum, { summary }) => sum + summary.length, 0);
}

function tasksIn(events: readonly Event[]): readonly number[] {
  const tasks: number[] = [];
  let place = 0;
  for (const event of events) {
    if (beginsTask(event)) tasks.push(place);
    if (event.step === event.id) place++;
  }
  return tasks;
}

/** A word into a running turn changes the task; it does not begin another. */
function beginsTask(event: Event): boolean {
  return event.kind === 'user_msg' && isAsk(event) && namesATask(event);
}
