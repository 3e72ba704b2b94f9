import type { ResumeFacts } from '../facts/resume-facts.ts';
import { isTight, lineRoom } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { shownPath, withoutFolder } from '../files/shown-path.ts';
import { ago, brief, counted, withoutTook } from '../facts/message-text.ts';
import { nameOf } from '../files/file-name.ts';
import { commandIn, type Work, type WorkFile, type WorkStep } from '../facts/work.ts';
import { actionOf } from '../pack/action.ts';
import { trimCommand } from '../pack/trim-command.ts';

/** The state of the work: checks, commits, the last call. */
export function standing(facts: ResumeFacts): OfferedSection {
  const {
    work,
    history: { session, events },
    task: { messages },
    todo,
  } = facts;
  const room = lineRoom(facts);
  const lines: Offered[] = [];
  const add = (step: WorkStep['event']['id'], worth: number, text: string): void =>
    void lines.push({ text: brief(withoutFolder(text, session), room), step, worth });

  const waiting = waitingCall(work);
  if (waiting) add(waiting.event.id, 84, `No result yet for: ${what(waiting)}`);
  const stopped = events.findLast(({ kind, type }) => kind === 'human_intervention' && type === 'interrupt');
  if (stopped && events.slice(events.indexOf(stopped) + 1).every(({ step, id }) => step !== id))
    add(stopped.id, 82, 'The user interrupted the agent here.');
  const { check } = work;
  if (check) add(check.event.id, 80, checkLine(work, check));
  const unkept = [...work.files.values()].filter(
    ({ edits }) => (edits.at(-1)?.place ?? -1) > (work.commit?.place ?? -1),
  );
  const lastEdit = unkept
    .flatMap(({ edits }) => edits.slice(-1))
    .reduce<WorkStep | undefined>((a, b) => (a && a.place > b.place ? a : b), undefined);
  if (lastEdit) {
    const since = work.commit
      ? `since the last commit, ${ago(now(work) - work.commit.place)}`
      : 'and nothing committed in this session';
    add(
      lastEdit.event.id,
      70,
      `Edits to ${counted(unkept.length, 'file')} ${since}${isTight(facts) ? '' : `: ${namesOf(unkept)}`}.`,
    );
  } else if (work.commit) add(work.commit.event.id, 56, `All edits are committed: ${what(work.commit)}`);
  if (todo) add(todo.step, 68, `Todo list: ${todo.done} of ${todo.total} done.`);
  const [last] = messages;
  if (last && last.text !== '') add(last.event.step ?? last.event.id, 66, `The agent last said: ${last.text}`);
  return { title: 'Where it stands', lines };

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
    const how = step.event.failed ? `failed: ${withoutTook(step.result!.summary)}` : 'passed';
    return `Last check, ${ago(now(all) - step.place)}: ${what(step)} ${step.event.failed ? brief(how, room * 0.6) : how}${after}.`;
  }
}

/** File names without folders, latest first. The list of files has the paths of those that matter most. */
function namesOf(files: readonly WorkFile[]): string {
  const latest = files
    .toSorted((a, b) => b.edits.at(-1)!.place - a.edits.at(-1)!.place)
    .map(({ path }) => nameOf(path));
  return `${latest.slice(0, mostNames).join(', ')}${latest.length > mostNames ? ` and ${counted(latest.length - mostNames, 'other')}` : ''}`;
}

const mostNames = 8;

function now({ steps }: Work): number {
  return steps.length - 1;
}

/** The last step, if it is a call without a result. */
export function waitingCall({ steps }: Work): WorkStep | undefined {
  const last = steps.at(-1);
  return last && last.event.tool !== null && last.result === undefined ? last : undefined;
}
