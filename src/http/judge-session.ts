import { judgePlan } from '../ask/judge/question.ts';
import { perform } from '../entries/entry.ts';
import { recordJudgement } from '../entries/record-judgement.ts';
import type { Judged } from '../ask/judge/judged.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { questionContext, type HttpContext } from './route.ts';

/** Of one answer. */
const timeoutMs = 10 * 60 * 1000;
let isJudging = false;

/** Asks the judge that the server was started with. One session at a time: somebody pays for it. */
export async function judgeSession(
  context: HttpContext,
  input: { readonly session: string; readonly budget: number },
): Promise<Judged> {
  const { judge, archive, clock, hub } = context;
  if (judge === undefined)
    throw new StemmaError('judge-failed', 'No judge is configured.', {
      hint: 'Name one as `judge` in config.json and start the server again, or run `stemma judge` yourself.',
    });
  if (isJudging)
    throw new StemmaError('judge-failed', 'Another session is being judged.', { hint: 'Try again when it is done.' });
  isJudging = true;
  try {
    const { askWindows } = await import('../live/judge/ask-windows.ts');
    const { readAnswers } = await import('../ask/judge/read-answers.ts');
    const { session, windows } = await archive.ask((opened) => judgePlan.run(questionContext(context, opened), input));
    const answers = await askWindows(judge, windows, {
      timeoutMs,
      check: (answer) => archive.ask(({ read }) => readAnswers(read, session.uid, [answer])),
    });
    const judged = await perform(
      recordJudgement,
      { archive, clock },
      { session: session.uid, answers, model: judge.model },
    );
    hub.nudge();
    return judged;
  } finally {
    isJudging = false;
  }
}
