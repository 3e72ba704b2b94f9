import { loadPrices } from '../../../ask/cost/load-prices.ts';
import type { JudgePlan } from '../../../ask/judge/plan.ts';
import { readAnswers } from '../../../ask/judge/read-answers.ts';
import type { JudgeWindow } from '../../../ask/judge/windows.ts';
import { askWindows } from '../../../live/judge/ask-windows.ts';
import { judgeOf, type Judge } from '../../../live/judge/judge.ts';
import { usdOf } from '../../../memory/cost/usd-of.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import { shortUid } from '../../render/names.ts';
import type { Run } from '../../run.ts';
import { number, plural } from '../../text/amount.ts';
import { money } from '../../text/money.ts';
import { oneLine } from '../../text/safe-text.ts';
import { planOf, type JudgedSession } from './plan-of.ts';
import { keepAnswers } from './read.ts';

interface AskRequest extends JudgedSession {
  readonly judge: {
    readonly with: string | undefined;
    readonly model: string | undefined;
    readonly keyVariable: string | undefined;
  };
  readonly timeoutMs: number;
  readonly yes: boolean;
}

/** Of an answer, for each call; measured on answers about labelled sessions. */
const tokensPerCall = 60;

/** Asks a judge about a session, after the user agreed, and keeps its answer. Nothing is kept before all is answered. */
export async function askRun(
  run: Run,
  { judge: request, timeoutMs, yes, ...about }: AskRequest,
): Promise<number | void> {
  const judge = chosenJudge(run, request);
  const plan = await planOf(run, about);
  const size = sizeOf(run, plan, judge);
  if (!yes && !(await isAgreed(run, size))) {
    run.say('Nothing was sent.');
    return 1;
  }
  if (yes) run.say(size);
  const signal = run.app.untilInterrupted();
  const named = ({ number: window, calls }: JudgeWindow): string =>
    `window ${window} of ${plan.windows.length} (${calls.from} to ${calls.to})`;
  let began = 0;
  const answers = await askWindows(judge, plan.windows, {
    signal,
    timeoutMs,
    check: (answer) => check(run, plan, answer),
    onAsk(window) {
      began = run.app.clock();
      run.say(`${named(window)}: asking ${oneLine(judge.name)}`);
    },
    onAnswer: (window) =>
      run.say(`${named(window)}: answered in ${Math.max(0, Math.round((run.app.clock() - began) / 1000))} s`),
  });
  await keepAnswers(run, { session: plan.session.uid, answers, model: judge.model });
}

function chosenJudge(run: Run, named: AskRequest['judge']): Judge {
  const { judge: configured } = run.settings;
  const command = named.with ?? configured?.with;
  if (command === undefined)
    throw new StemmaError('bad-argument', 'There is nobody to ask.', {
      hint: 'Name a program or an endpoint: --with "ollama run llama3.3", --with http://localhost:11434/v1 --model NAME. --print shows the question.',
    });
  const isConfigured = named.with === undefined;
  return judgeOf({
    with: command,
    model: named.model ?? (isConfigured ? configured?.model : undefined),
    keyVariable: named.keyVariable ?? (isConfigured ? configured?.keyVariable : undefined),
    env: run.app.machine.env,
  });
}

/** What would be sent where, and what it may cost. */
function sizeOf(run: Run, { session, windows, tokens }: JudgePlan, judge: Judge): string {
  const calls = Number(windows.at(-1)!.calls.to.slice(1));
  const output = calls * tokensPerCall;
  const usd = usdOf(
    judge.model,
    { input: tokens, output, cache_read: 0, cache_write: 0 },
    loadPrices(run.settings.base),
  );
  const cost = usd === undefined ? `the price of ${oneLine(judge.model)} is not known` : `about ${money(usd)}`;
  const size = `${plural(calls, 'call')}, ${number(tokens)} tokens in ${plural(windows.length, 'window')}`;
  return `${shortUid(session.uid)} for ${oneLine(judge.name)}: ${size}, secrets redacted; ${cost}`;
}

async function isAgreed(run: Run, size: string): Promise<boolean> {
  const { question } = run.app;
  if (!question || run.settings.json)
    throw new StemmaError('bad-argument', 'Nothing is sent without being asked, and there is no terminal to ask on.', {
      hint: `It would be ${size}. Give --yes to send it, --print to see it.`,
    });
  run.say(size);
  return /^y(es)?$/i.test((await question('Send it? [y/N] ')).trim());
}

/** A judge that answers nonsense is not asked about the next window. */
async function check(run: Run, { session }: JudgePlan, answer: string): Promise<void> {
  await using archive = await run.app.openStore(run.settings, 'read');
  await readAnswers(archive.read, session.uid, [answer]);
}
