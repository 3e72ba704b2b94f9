import { lineRoom, type Known } from '../known.ts';
import type { Offered, OfferedSection } from '../line.ts';
import { withoutFolder } from '../shown-path.ts';
import { brief, counted } from '../message-text.ts';
import { commandIn } from '../work.ts';
import { trimmed } from '../trimmed.ts';
import { waitingCall } from './standing.ts';

/** What to do first: what was begun, what the agent's own list says, what fails, what is not checked yet. */
export function next(known: Known): OfferedSection {
  const {
    work,
    todo,
    present,
    recalled: { session, events },
  } = known;
  const { said } = present;
  const lines: Offered[] = [];
  const add = (step: Offered['step'], worth: number, text: string): void =>
    void lines.push({ text: brief(withoutFolder(text, session), lineRoom(known)), step, worth });

  const last = said[0];
  const isLast =
    last !== undefined &&
    events.findLast(({ kind }) => kind === 'assistant_msg' || kind === 'user_msg')?.id === last.event.id;
  const question = isLast ? lastQuestion(last.text) : undefined;
  if (question !== undefined)
    add(last!.event.step ?? last!.event.id, 77, `The agent asked, and has no answer yet: ${question}`);
  const waiting = waitingCall(work);
  if (waiting && waiting.event.act !== 'read' && waiting.event.act !== 'search')
    add(waiting.event.id, 72, 'Look whether the last call went through, and make it again if not.');
  for (const [at, item] of (todo?.open ?? []).slice(0, 5).entries())
    add(todo!.step, 76 - at * 3, at === 0 ? `On the todo list: ${item}` : `Then: ${item}`);
  // One that was run for something else long ago says nothing of what is done now.
  const check =
    work.check && (work.check.place >= (present.tasks.at(-1) ?? 0) || work.steps.length - work.check.place < near)
      ? work.check
      : undefined;
  const command = check && commandIn(check.event);
  const edits = [...work.files.values()].filter((file) => (file.edits.at(-1)?.place ?? -1) > (check?.place ?? -1));
  if (check?.event.failed && command !== undefined)
    add(check.event.id, 75, `Make \`${brief(trimmed(command), 80)}\` pass.`);
  else if (check && command !== undefined && edits.length > 0)
    add(
      edits.at(-1)!.edits.at(-1)!.event.id,
      65,
      `Run \`${brief(trimmed(command), 80)}\`: ${counted(edits.length, 'edited file is', 'edited files are')} unchecked.`,
    );
  const announced = isLast && !todo && question === undefined ? announcedIn(last.text) : undefined;
  if (announced !== undefined)
    add(last!.event.step ?? last!.event.id, 74, `Go on with what the agent announced: ${brief(announced, 160)}`);
  return { title: 'Next', lines };
}

const near = 30;

/** Its last sentence, when it asks. */
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

/** What comes after `Next:` or `next I`, else all of what begins or ends by announcing something. */
function announcedIn(text: string): string | undefined {
  return (
    /\bnext(?:(?: steps?)?:|,?(?= (?:i|we)\b)) (.+)$/i.exec(text)?.[1] ?? (announces.test(text) ? text : undefined)
  );
}

const announces =
  /^(?:now|next|let me|let's|i'?ll|i will|i need to|i should|first|then|step \d)\b|:$|\b(?:let me|i'll|next,? i)\b[^.]*$/i;
