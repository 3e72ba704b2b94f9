import { isTight, lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { withoutFolder } from '../files/shown-path.ts';
import { isPlanStale } from './standing.ts';
import { freshPlan } from '../../../memory/digest/open-ends.ts';
import { brief, counted } from '../facts/message-text.ts';
import type { Stated } from './found.ts';

/** What comes next in the agent's own words, or by its plan. Where it said nothing, nothing is made up. */
export function next(facts: ResumeFacts, { intended }: Stated): OfferedSection {
  const {
    todo,
    task,
    lastAsk,
    history: { session, events },
  } = facts;
  const { messages } = task;
  const lines: Offered[] = [];
  const add = (step: Offered['step'], worth: number, text: string): void =>
    void lines.push({ text: brief(withoutFolder(text, session), Math.max(180, lineRoom(facts))), step, worth });

  const isUnbegun =
    lastAsk !== undefined &&
    events.every(
      ({ seq, tool, kind, session: own }) =>
        seq <= lastAsk.seq || own !== lastAsk.session || (tool === null && kind !== 'assistant_msg'),
    );
  if (isUnbegun) add(lastAsk.id, 84, 'Nothing was done for the last request yet.');
  const stepSeq = new Map(events.flatMap(({ id, step, seq }) => [[id, seq] as const, [step ?? id, seq] as const]));
  const last = messages[0];
  const isLast =
    last !== undefined &&
    events.findLast(({ kind }) => kind === 'assistant_msg' || kind === 'user_msg')?.id === last.event.id;
  const question = isLast ? lastQuestion(last.text) : undefined;
  if (question !== undefined)
    add(last!.event.step ?? last!.event.id, 77, `The agent asked and was not answered yet: ${question}`);
  if (todo && !isPlanStale(facts) && !isUnbegun) add(todo.step, 76, `By its plan: ${todo.open[0]!}`);
  // What was announced and then done is not next.
  const isBegun =
    last !== undefined &&
    events.some(({ tool, seq, session: own }) => tool !== null && own === last.event.session && seq > last.event.seq);
  const isStopped = events.findLast(({ kind }) => kind !== 'lifecycle')?.kind === 'human_intervention';
  const announced = isLast && !isBegun && !isStopped && question === undefined ? announcedIn(last.text) : undefined;
  if (announced !== undefined)
    add(last!.event.step ?? last!.event.id, 74, `Continue with what the agent announced: ${brief(announced, 160)}`);
  if (!isStopped) {
    for (const each of intended.slice(0, isTight(facts) ? 1 : 2)) {
      const done = events.filter(
        ({ step, id, seq, tool }) => tool !== null && step === id && seq > (stepSeq.get(each.step) ?? Infinity),
      ).length;
      // After so much work it says what has been done, not what is next.
      if (done > mostSince) continue;
      lines.push({
        ...each,
        text: `Said ${each.text}${done > freshPlan ? ` (${counted(done, 'call')} ago; some of it may be done)` : ''}`,
        worth: each.worth - done,
      });
    }
  }
  return { title: 'Next', lines };
}

/** In calls. */
const mostSince = 12;

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
