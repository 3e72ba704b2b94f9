import { freshPlan } from '../../../memory/digest/open-ends.ts';
import { keyLines } from '../../../normalise/failures/error-line.ts';
import type { ResumeFacts } from '../facts/resume-facts.ts';
import { isTight, lineRoom } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { shownPath, withoutFolder } from '../files/shown-path.ts';
import { ago, brief, counted, withoutTook } from '../facts/message-text.ts';
import { nameOf } from '../files/file-name.ts';
import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import type { Todo } from '../facts/todo.ts';
import { commandIn, type Work, type WorkFile, type WorkStep } from '../facts/work.ts';
import { actionOf } from '../pack/action.ts';
import { trimCommand } from '../pack/trim-command.ts';

/** The state of the work: checks, commits, the last call. */
export function standing(facts: ResumeFacts): OfferedSection {
  const {
    work,
    history: { session, events, delegated },
    written,
    todo,
    task,
  } = facts;
  const room = lineRoom(facts);
  const lines: Offered[] = [];
  const add = (step: WorkStep['event']['id'], worth: number, text: string, most = room): void =>
    void lines.push({ text: brief(withoutFolder(text, session), most), step, worth });

  // A sub-agent that works has a line of its own.
  const waiting = waitingCalls(work).filter(({ event }) => !delegated.some(({ call }) => call === event.id));
  // The end of the transcript shows a single one.
  if (waiting.length > (isTight(facts) ? 1 : 0))
    add(waiting.at(-1)!.event.id, 84, `No result yet for: ${namedOnce(waiting.map(what))}`);
  const stopped = events.findLast(({ kind, type }) => kind === 'human_intervention' && type === 'interrupt');
  if (stopped && events.slice(events.indexOf(stopped) + 1).every(({ step, id }) => step !== id))
    add(stopped.id, 82, 'The user interrupted the agent here.');
  const planning = planModeOf(work);
  if (planning) add(planning.event.id, 83, 'In plan mode: a plan has to be approved before anything is changed.');
  const { check } = work;
  if (check && shownCheck(facts) !== undefined) add(check.event.id, 80, checkLine(work, check));
  const unkept = [...work.files.values()].filter(
    ({ edits }) => (edits.at(-1)?.place ?? -1) > (work.commit?.place ?? -1),
  );
  const lastEdit = unkept
    .flatMap(({ edits }) => edits.slice(-1))
    .reduce<WorkStep | undefined>((a, b) => (a && a.place > b.place ? a : b), undefined);
  // What was edited long ago, for a request before the last, says little of the work since.
  const isOld =
    lastEdit !== undefined && lastEdit.place < (task.tasks.at(-1) ?? 0) && now(work) - lastEdit.place > longAgo;
  if (lastEdit && !isOld) {
    const since = work.commit
      ? `since the last commit, ${ago(now(work) - work.commit.place)}`
      : 'and nothing committed in this session';
    const unchecked = shownCheck(facts) === undefined ? '; no test, build or other check has run since' : '';
    const names = isTight(facts) ? pathsOf(unkept) : namesOf(unkept, mostNames);
    add(
      lastEdit.event.id,
      79,
      `Edits to ${counted(unkept.length, 'file')} ${since}: ${names}${unchecked}.`,
      Math.max(room, 2 * longestPaths),
    );
  }
  const branch = branchOf(facts);
  // A sub-agent may be known from its call alone.
  const last = events.at(-1);
  if (work.commit)
    add(
      work.commit.event.id,
      72,
      `${branch === undefined || branch === session.branch ? '' : `On branch ${branch}. `}Last commit, ${ago(now(work) - work.commit.place)}: ${deliveredText(work.commit.event, facts) ?? what(work.commit)}${lastEdit ? '' : '; nothing edited since'}`,
    );
  // The heading names the branch that the session began on.
  else if (branch !== undefined && branch !== session.branch && last) add(last.id, 64, `On branch ${branch}.`);
  if (todo) lines.push({ text: planText(todo, planAge(facts), room), step: todo.step, worth: 82 });
  for (const { call, name } of running(facts)) add(call.id, 81, `Still running in the background: ${name}`);
  for (const { session: helper, call } of delegated.slice(-4)) {
    const result = call === null ? undefined : written.outputs.get(call);
    const isAway =
      result !== undefined && inBackground.test(result) && !isReported(events, helper.native_id.split('/').at(-1)!, 0);
    const state = isAway ? 'works in the background' : isReturned(call) ? 'returned' : 'no result yet';
    const named = call ?? last?.id;
    if (named === undefined) continue;
    add(
      named,
      isReturned(call) && !isAway ? 60 : 80,
      `Sub-agent ${helper.native_id.slice(-12)} (${brief(helper.title ?? 'no title', 80)}): ${state}${result && !inBackground.test(result) ? `: ${brief(result.replace(/\s+/g, ' '), room * 0.6)}` : ''}`,
    );
  }
  return { title: 'Where it stands', lines, share: isTight(facts) ? 0.26 : 0.2 };

  /** A short pack has no list of edited files besides. */
  function pathsOf(files: readonly WorkFile[]): string {
    const latest = files
      .toSorted((a, b) => b.edits.at(-1)!.place - a.edits.at(-1)!.place)
      .map(({ path }) => shownPath(path, session));
    const few = latest.filter((_, at) => at === 0 || latest.slice(0, at + 1).join(', ').length <= longestPaths);
    return `${few.join(', ')}${few.length < latest.length ? ` and ${counted(latest.length - few.length, 'other')}` : ''}`;
  }

  function isReturned(call: EventId | null): boolean {
    return call !== null && work.steps.some(({ event, result }) => event.id === call && result !== undefined);
  }

  function what({ event }: WorkStep): string {
    const command = commandIn(event);
    if (command !== undefined) return `\`${brief(trimCommand(command), 100)}\``;
    const file = event.marks.find((mark) => /^(?:edit|read) /.test(mark));
    return file
      ? `${file.startsWith('edit') ? 'editing' : 'reading'} ${shownPath(file.slice(5), session)}`
      : actionOf(event.summary);
  }

  function checkLine(all: Work, step: WorkStep): string {
    const edits = [...all.files.values()].filter((file) => (file.edits.at(-1)?.place ?? -1) > step.place).length;
    const after = edits > 0 ? `; ${counted(edits, 'file')} edited since` : ', nothing edited since';
    const output = written.outputs.get(step.event.id);
    const lines = output === undefined ? [] : keyLines(output, 2);
    const how = step.event.failed
      ? `failed: ${withoutTook(lines.length > 0 ? lines.join(' / ') : step.result!.summary)}`
      : ['passed', passedLine(output, isTight(facts) ? 50 : 100)].filter(Boolean).join(': ');
    return `Last check, ${ago(now(all) - step.place)}: ${what(step)} ${step.event.failed ? brief(how, room * 0.6) : how}${after}.`;
  }
}

/** In steps. */
const longAgo = 30;
/** In characters. */
const longestPaths = 200;

/** The call of the last check, unless it is from long ago and for another task. */
export function shownCheck({ work, task }: ResumeFacts): EventId | undefined {
  const { check } = work;
  return check && (check.place >= (task.tasks.at(-1) ?? 0) || now(work) - check.place < 30)
    ? check.event.id
    : undefined;
}

/** Several calls for the same are named once. */
function namedOnce(calls: readonly string[]): string {
  return [...Map.groupBy(calls, (call) => call)]
    .map(([call, { length }]) => (length === 1 ? call : `${call} (${length} calls)`))
    .join('; ');
}

/** The line in which a check that passed sums up: `Tests: 14 passed`. */
function passedLine(output: string | undefined, most: number): string | undefined {
  const line = output
    ?.split('\n')
    .map((each) => each.trim())
    .findLast(
      (each) =>
        /\d/.test(each) && /\b(?:pass(?:ed|ing)?|ok|tests?|suites?|errors?|warnings?|built|succeeded)\b/i.test(each),
    );
  return line === undefined ? undefined : withoutTook(brief(line.replace(/^[^\p{L}\d]+/u, ''), most));
}

/** What git or its host answered to a commit or a pull request. */
export function deliveredText({ id }: WorkStep['event'], { written }: ResumeFacts): string | undefined {
  return written.outputs
    .get(id)
    ?.split('\n')
    .map((line) => line.trim())
    .find((line) => delivered.test(line));
}

const delivered = /^\[[^\]\n]+ [0-9a-f]{7,40}\] |^https?:\/\/\S+\/(?:pull|merge_requests|releases)\//;

/** The call that began to plan, until its plan is approved. */
function planModeOf({ steps }: Work): WorkStep | undefined {
  const last = steps.findLast(
    ({ event, result }) => event.tool !== null && planMode.test(event.tool) && !event.failed && result !== undefined,
  );
  return last && /^enter/i.test(last.event.tool!) ? last : undefined;
}

const planMode = /^(?:enter|exit)_?plan_?mode$/i;

/** The branch that was last switched to here, else the one the agent recorded. */
function branchOf({ work, history: { session } }: ResumeFacts): string | undefined {
  const switched = work.steps.findLast(({ event }) => !event.failed && switches.test(commandIn(event) ?? ''));
  const [, name] = switched ? (switches.exec(commandIn(switched.event)!) ?? []) : [];
  return name ?? session.branch ?? undefined;
}

const switches = /\bgit (?:checkout|switch)(?: -[bBcC])? ([\w./-]+)\s*(?:$|[&;|])/;

/** Commands and servers that were put into the background and not stopped since. */
function running({
  work,
  history: { events },
}: ResumeFacts): readonly { readonly call: WorkStep['event']; readonly name: string }[] {
  const found = new Map<string, { call: WorkStep['event']; name: string }>();
  for (const { event, result } of work.steps) {
    const id = /\b(?:in (?:the )?background with ID:?|background (?:task|process|shell)(?: ID)?:?) ([\w-]+)/i.exec(
      result?.summary ?? '',
    )?.[1];
    if (id !== undefined)
      found.set(id, { call: event, name: `${brief(commandIn(event) ?? event.summary, 120)} (${id})` });
    else
      for (const each of found.keys())
        if (stops.test(event.summary) && event.summary.includes(each)) found.delete(each);
  }
  return [...found]
    .filter(([id, { call }]) => !isReported(events, id, call.seq))
    .slice(-3)
    .map(([, each]) => each);
}

/** What an agent answers at once to the start of a task that goes on. */
const inBackground = /\b(?:launched successfully|(?:working|running) in the background)\b/i;

/** Whether a program has reported the end of a task in a prompt of its own, or its output was read since. */
function isReported(events: readonly Event[], id: string, since: number): boolean {
  return events.some(
    ({ kind, origin, summary, seq, tool, marks }) =>
      seq > since &&
      ((kind === 'user_msg' && origin !== 'human' && summary.includes(id)) ||
        (tool !== null && [summary, ...marks].some((text) => text.includes(`${id}.output`)))),
  );
}

const stops = /^(?:kill|stop|task_?stop)/i;

/** How many steps ago the plan was last written. */
function planAge({ work, todo }: ResumeFacts): number {
  return work.steps.length - 1 - work.steps.findLastIndex(({ event }) => event.id === todo?.step);
}

/** Whether more was done since the plan was written than one of its items takes: it no longer says what is next. */
export function isPlanStale(facts: ResumeFacts): boolean {
  return planAge(facts) > freshPlan;
}

/** The agent's own list, each item with its state. */
function planText({ done, total, items }: Todo, age: number, room: number): string {
  const marks = { done: 'x', now: '>', open: ' ' } as const;
  const shown = items.length > 12 ? items.filter(({ state }) => state !== 'done').slice(0, 12) : items;
  return [
    `Plan${age > freshPlan ? ` as written ${ago(age)}, not ticked off since` : ''}, ${done} of ${total} done${shown.length < items.length ? '; what is left' : ''}:`,
    ...shown.map(({ words, state }) => `[${marks[state]}] ${brief(words, Math.min(110, room))}`),
  ].join('\n');
}

/** File names without folders, latest first. The list of files has the paths of those that matter most. */
function namesOf(files: readonly WorkFile[], most: number): string {
  const latest = files
    .toSorted((a, b) => b.edits.at(-1)!.place - a.edits.at(-1)!.place)
    .map(({ path }) => nameOf(path));
  return `${latest.slice(0, most).join(', ')}${latest.length > most ? ` and ${counted(latest.length - most, 'other')}` : ''}`;
}

const mostNames = 8;

function now({ steps }: Work): number {
  return steps.length - 1;
}

/** The calls among the last steps that have no result; several may run at once. */
export function waitingCalls({ steps }: Work): readonly WorkStep[] {
  const last = steps.at(-1);
  if (!last || last.event.tool === null || last.result !== undefined) return [];
  return steps.slice(-mostWaiting).filter(({ event, result }) => event.tool !== null && result === undefined);
}

const mostWaiting = 6;
