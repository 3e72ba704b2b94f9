import type { Event } from '../../model/event.ts';
import { isAsk, saysWhat } from './asks.ts';
import type { Recalled } from './recall.ts';
import { wordsOf, type ReadWhat } from './words.ts';

/** What is being worked on: the asks since the present task began, the first of all, and what the agent said last. */
export interface Present {
  /** Latest first: back to the one that says what is wanted. */
  readonly asks: readonly Spoken[];
  /** The very first; undefined when it is among those. */
  readonly first: Spoken | undefined;
  /** The agent's last words, latest first. */
  readonly said: readonly Spoken[];
  /** What it had in mind with them: these and its thoughts. */
  readonly minded: string;
  /** Places of the first steps of all tasks. */
  readonly tasks: readonly number[];
  /** Where in the events the present task begins. */
  readonly begun: number;
}

export interface Spoken {
  readonly event: Event;
  readonly text: string;
}

export async function presentOf({ events, asks: before }: Recalled, readWhat: ReadWhat): Promise<Present> {
  const spoken = async (event: Event): Promise<Spoken> => ({ event, text: await wordsOf(event, readWhat) });
  const all = [...before.filter(({ id }) => !events.some((event) => event.id === id)), ...events.filter(isAsk)];
  const from = all.findLastIndex(beginsTask);
  const present = all.slice(Math.max(from, all.length - mostAsks, 0)).toReversed();
  const first = all.find(saysWhat);
  const said = events.filter(({ kind, summary }) => kind === 'assistant_msg' && summary !== '').slice(-mostSaid).toReversed();
  const minded = events.filter(({ kind }) => kind === 'assistant_msg' || kind === 'thinking').slice(-mostSaid);
  return {
    asks: await Promise.all((from >= 0 && !present.includes(all[from]!) ? [...present, all[from]!] : present).map(spoken)),
    first: first === undefined || present.includes(first) || first === all[from] ? undefined : await spoken(first),
    said: await Promise.all(said.map(spoken)),
    minded: (await Promise.all(minded.map(spoken))).map(({ text }) => text).join('\n').slice(-mostMinded),
    tasks: tasksIn(events),
    begun: Math.max(0, events.findLastIndex(beginsTask)),
  };
}

const mostAsks = 4;
const mostSaid = 3;
const mostMinded = 3000;

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
  return event.kind === 'user_msg' && isAsk(event) && saysWhat(event);
}
