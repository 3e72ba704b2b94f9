import { isDelivery } from '../../../memory/digest/deliveries.ts';
import type { Event } from '../../../model/event.ts';
import { isAsk, namesATask } from './asks.ts';
import type { History } from './read-history.ts';
import { oneLine } from './message-text.ts';
import type { Written } from './written.ts';

/** What is being worked on: the asks of the current task, earlier tasks, and the agent's last messages. */
export interface CurrentTask {
  /** Latest first, back to one that is clear on its own. */
  readonly asks: readonly Message[];
  /** Text of all asks of the current task. */
  readonly asked: string;
  /** Earlier tasks, latest first: the ask and the agent's last answer to it. */
  readonly earlier: readonly Earlier[];
  /** The agent's last messages, latest first. */
  readonly messages: readonly Message[];
  /** Text of its last messages and thoughts. */
  readonly recentText: string;
  /** Number of the first step of each task. */
  readonly tasks: readonly number[];
  /** Index of the event with which the current task begins. */
  readonly begun: number;
}

export interface Earlier {
  readonly ask: Event;
  readonly answer: Event | undefined;
  /** Files were changed or work was delivered for it. */
  readonly isWork: boolean;
}

export interface Message {
  readonly event: Event;
  readonly text: string;
}

export function currentTaskOf({ events, asks: before }: History, { said, asked }: Written): CurrentTask {
  const texts = new Map([...said, ...asked].map(({ event, text }) => [event.id, text]));
  const messageOf = (event: Event): Message => ({ event, text: oneLine(texts.get(event.id)) || event.summary });
  const known = new Set(before.map(({ id }) => id));
  const asks = [...before, ...events.filter((event) => isAsk(event) && !known.has(event.id))];
  // Some agents record a message twice: when it is queued and when it is read.
  const all = asks.filter(({ summary }, at) => summary !== asks[at + 1]?.summary);
  const from = all.findLastIndex(beginsTask);
  // A short ask such as "it fails again" is not clear on its own: the asks before it are included.
  let back = Math.max(0, from);
  while (back > 0 && all.length - back < maxAsks && lengthOf(all.slice(back)) < minAskLength) back--;
  const present = all.slice(Math.max(back, all.length - maxAsks)).toReversed();
  const messages = events
    .filter(({ kind, summary }) => kind === 'assistant_msg' && summary !== '')
    .slice(-maxMessages)
    .toReversed();
  const recentText = events.filter(({ kind }) => kind === 'assistant_msg' || kind === 'thinking').slice(-maxMessages);
  return {
    asks: (from >= 0 && !present.includes(all[from]!) ? [...present, all[from]!] : present).map(messageOf),
    asked: all
      .slice(Math.max(0, from))
      .slice(-maxAsks)
      .map((event) => messageOf(event).text)
      .join('\n'),
    earlier: earlierIn(withFirst(all.slice(0, back).filter(beginsTask)), events).toReversed(),
    messages: messages.map(messageOf),
    recentText: recentText
      .map((event) => messageOf(event).text)
      .join('\n')
      .slice(-maxRecentText),
    tasks: tasksIn(events),
    begun: Math.max(0, events.findLastIndex(beginsTask)),
  };
}

const maxAsks = 4;
const maxMessages = 3;
const minAskLength = 120;
const maxEarlier = 40;
const maxRecentText = 3000;

/** The latest tasks and the very first, which shows the purpose of the session. */
function withFirst(tasks: readonly Event[]): readonly Event[] {
  return tasks.length <= maxEarlier ? tasks : [tasks[0]!, ...tasks.slice(1 - maxEarlier)];
}

/** What answers a request comes before the next one. */
function earlierIn(tasks: readonly Event[], events: readonly Event[]): readonly Earlier[] {
  return tasks.map((ask) => {
    const from = events.indexOf(ask);
    if (from < 0) return { ask, answer: undefined, isWork: false };
    const end = events.findIndex((event, at) => at > from && isAsk(event));
    const own = events.slice(from, end < 0 ? events.length : end);
    return {
      ask,
      answer: own.findLast(
        ({ kind, summary }) => (kind === 'assistant_msg' || kind === 'completion') && summary !== '',
      ),
      isWork: own.some(({ act, failed, marks }) => !failed && (act === 'edit' || isDelivery(marks))),
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

/** A message into a running turn changes the task but does not begin a new one. */
function beginsTask(event: Event): boolean {
  return event.kind === 'user_msg' && isAsk(event) && namesATask(event);
}
