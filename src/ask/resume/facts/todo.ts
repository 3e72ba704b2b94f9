import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import { isObject, list, text } from '../../../platform/parse-records.ts';
import type { ReadWhat } from './message-text.ts';

/** The agent's own todo list. */
export interface Todo {
  readonly step: EventId;
  readonly done: number;
  readonly total: number;
  /** Open items in order, those in progress first. */
  readonly open: readonly string[];
  /** All items in order, as far as they are recorded. */
  readonly items: readonly TodoItem[];
}

export interface TodoItem {
  readonly words: string;
  readonly state: 'done' | 'now' | 'open';
}

/** The last state of the list; undefined when there is none, or everything is done. */
export async function todoOf(events: readonly Event[], readWhat: ReadWhat): Promise<Todo | undefined> {
  const last = events.findLast(({ act, tool }) => act === 'plan' && tool !== null && !/exit|enter|mode/i.test(tool));
  if (!last) return undefined;
  const found = /^task/i.test(last.tool!) ? fromTasks(events) : await fromList(last, readWhat);
  return found && found.open.length > 0 ? found : undefined;
}

/** For agents that write the whole list each time. */
async function fromList(event: Event, readWhat: ReadWhat): Promise<Todo | undefined> {
  const what = await readWhat(event);
  const input = what?.is === 'call' && isObject(what.input) ? what.input : undefined;
  const items =
    input === undefined
      ? []
      : [...list(input['todos']), ...list(input['plan']), ...list(input['items'])].filter(isObject);
  if (items.length === 0) return fromSummary(event);
  const states = items.map((item) => ({
    state: text(item['status']) ?? '',
    words: text(item['content']) ?? text(item['step']) ?? text(item['title']) ?? text(item['description']) ?? '',
  }));
  const isDone = ({ state }: { readonly state: string }): boolean => /^(?:completed|done|cancelled)$/i.test(state);
  const isNow = ({ state }: { readonly state: string }): boolean => /progress/i.test(state);
  const open = states.filter((each) => !isDone(each) && each.words !== '');
  return {
    step: event.id,
    done: states.filter(isDone).length,
    total: states.length,
    open: [...open.filter(isNow), ...open.filter((each) => !isNow(each))].map(({ words }) => words),
    items: states.map((each) => ({ words: each.words, state: isDone(each) ? 'done' : isNow(each) ? 'now' : 'open' })),
  };
}

/** From a summary such as `TodoWrite Run the tests (2/5 done)`. */
function fromSummary({ id, tool, summary }: Event): Todo | undefined {
  const [, words, done, total] = /^(.+) \((\d+)\/(\d+) done\)$/.exec(summary.slice(tool!.length + 1)) ?? [];
  if (words === undefined || done === total) return undefined;
  return { step: id, done: Number(done), total: Number(total), open: [words], items: [{ words, state: 'now' }] };
}

/** For agents that create tasks one by one and refer to them by number. */
function fromTasks(events: readonly Event[]): Todo | undefined {
  const tasks: { words: string; state: string }[] = [];
  let step: EventId | undefined;
  for (const { act, tool, summary, id, failed } of events) {
    if (act !== 'plan' || tool === null || failed) continue;
    const words = summary.slice(tool.length + 1);
    if (/^taskcreate$/i.test(tool)) tasks.push({ words, state: 'pending' });
    const [, number, state] = /^taskupdate$/i.test(tool) ? (/^(\d+) (\w+)$/.exec(words) ?? []) : [];
    const task = number === undefined ? undefined : tasks[Number(number) - 1];
    if (task) task.state = state!;
    if (task || /^taskcreate$/i.test(tool)) step = id;
  }
  if (step === undefined) return undefined;
  const open = tasks.filter(({ state }) => state !== 'completed' && state !== 'deleted');
  const now = open.filter(({ state }) => state === 'in_progress');
  return {
    step,
    done: tasks.filter(({ state }) => state === 'completed').length,
    total: tasks.length,
    open: [...now, ...open.filter((each) => !now.includes(each))].map(({ words }) => words),
    items: tasks
      .filter(({ state }) => state !== 'deleted')
      .map(({ words, state }) => ({
        words,
        state: state === 'completed' ? 'done' : state === 'in_progress' ? 'now' : 'open',
      })),
  };
}
