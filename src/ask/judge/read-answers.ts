import type { SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';
import { checkAnswer, mergeAnswers, type CheckedAnswer, type Dropped } from './check-answer.ts';
import { judgedSteps } from './judged-steps.ts';

/** Checks the answers of a judge, one for each window, and merges them. Refuses answers without anything usable. */
export async function readAnswers(
  read: StoreReader,
  session: SessionUid,
  answers: readonly string[],
): Promise<CheckedAnswer> {
  const steps = await judgedSteps(read, session);
  const checked = answers.map((answer, at) => {
    const found = checkAnswer(answer, steps);
    if (found) return found;
    const which = answers.length === 1 ? 'The answer' : `Answer ${at + 1} of ${answers.length}`;
    throw new StemmaError('bad-answer', `${which} holds no JSON with causes, errors or an outcome.`, {
      hint: answer.trim() === '' ? 'It is empty.' : `It begins with ${beginning(answer)}`,
    });
  });
  const merged = mergeAnswers(checked);
  if (merged.calls.length === 0 && merged.stories.length === 0 && merged.outcome === null)
    throw new StemmaError('bad-answer', `Nothing in the answer is usable; it has ${droppedText(merged.dropped)}.`, {
      hint: `Its names must be steps of ${session}: \`stemma judge ${session} --print\` shows them.`,
    });
  return merged;
}

/** `3 unknown steps, 1 in the wrong order`. */
export function droppedText({ unknown_steps, wrong_order, malformed }: Dropped): string {
  return (
    [
      unknown_steps > 0 && `${unknown_steps} unknown ${unknown_steps === 1 ? 'step' : 'steps'}`,
      wrong_order > 0 && `${wrong_order} in the wrong order`,
      malformed > 0 && `${malformed} malformed`,
    ]
      .filter(Boolean)
      .join(', ') || 'nothing'
  );
}

function beginning(answer: string): string {
  return JSON.stringify(redact(answer.trim()).slice(0, 120));
}
