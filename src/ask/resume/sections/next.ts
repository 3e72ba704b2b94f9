import { lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { withoutFolder } from '../files/shown-path.ts';
import { brief, counted } from '../facts/message-text.ts';
import { commandIn } from '../facts/work.ts';
import { trimCommand } from '../pack/trim-command.ts';
import { waitingCall } from './standing.ts';

/** What to do first: unfinished calls, the agent's todo list, failing and missing checks. */
export function next(facts: ResumeFacts): OfferedSection {
  const {
    work,
    todo,
    task,
    history: { session, events },
  } = facts;
  const { messages } = task;
  const lines: Offered[] = [];
  const add = (step: Offered['step'], worth: number, text: string): void =>
    void lines.push({ text: brief(withoutFolder(text, session), lineRoom(facts)), step, worth });

  const last = messages[0];
  const isLast =
    last !== undefined &&
    events.findLast(({ kind }) => kind === 'assistant_msg' || kind === 'user_msg')?.id === last.event.id;
  const question = isLast ? lastQuestion(last.text) : undefined;
  if (question !== undefined)
    add(last!.event.step ?? last!.event.id, 77, `The agent asked and was not answered yet: ${question}`);
  const waiting = waitingCall(work);
  if (waiting && waiting.event.act !== 'read' && waiting.event.act !== 'search')
    add(waiting.event.id, 72, 'Check whether the last call went through, and repeat it if not.');
  for (const [at, item] of (todo?.open ?? []).slice(0, 5).entries())
    add(todo!.step, 76 - at * 3, at === 0 ? `On the todo list: ${item}` : `Then: ${item}`);
  // A check from long ago, for another task, does not matter now.
  const check =
    work.check && (work.check.place >= (task.tasks.at(-1) ?? 0) || work.steps.length - work.check.place < near)
      ? work.check
      : undefined;
  const command = check && commandIn(check.event);
  const edits = [...work.files.values()].filter((file) => (file.edits.at(-1)?.place ?? -1) > (check?.place ?? -1));
  if (check?.event.failed && command !== undefined)
    add(check.event.id, 75, `Make \`${brief(trimCommand(command), 80)}\` pass.`);
  else if (check && command !== undefined && edits.length > 0)
    add(
      edits.at(-1)!.edits.at(-1)!.event.id,
      65,
      `Run \`${brief(trimCommand(command), 80)}\`: ${counted(edits.length, 'edited file is', 'edited files are')} unchecked.`,
    );
  const announced = isLast && !todo && question === undefined ? announcedIn(last.text) : undefined;
  if (announced !== undefined)
    add(last!.event.step ?? last!.event.id, 74, `Continue with what the agent announced: ${brief(announced, 160)}`);
  return { title: 'Next', lines };
}

const near = 30;

/** The last sentence of a text, if it is a question. */
function lastQuestion(text: string): string | undefined {
  const end = text.trimEnd();
  if (!end.endsWith('?')) return undefined;
  const from = Math.max(
    end.lastIndexOf('. ', end.length - 2),
    end.lastIndexOf('! ', end.length - 2),
    end.lastIndexOf('? ', end.length - 2),
    end.lastIndexOf(': ', end.length - 2),
  );
  return end.slice(from < 0 ? 0 : from + 2);
}

/** The part after `Next:` or `next I`; otherwise the whole text if it begins or ends by announcing something. */
function announcedIn(text: string): string | undefined {
  return (
    /\bnext(?:(?: steps?)?:|,?(?= (?:i|we)\b)) (.+)$/i.exec(text)?.[1] ?? (announces.test(text) ? text : undefined)
  );
}

const announces =
  /^(?:now|next|let me|let's|i'?ll|i will|i need to|i should|first|then|step \d)\b|:$|\b(?:let me|i'll|next,? i)\b[^.]*$/i;
