import type { BrokenStep } from '../../../ask/failure/aftermath.ts';
import type { ChainLink } from '../../../ask/failure/chain.ts';
import type { EventFailure, LedTo } from '../../../ask/failure/failure-of-event.ts';
import type { StepElsewhere } from '../../../ask/walk/step.ts';
import { number, plural } from '../../text/amount.ts';
import { fit } from '../../text/width.ts';
import { because } from '../causes/because.ts';
import { confidenceLevel } from '../../../model/confidence.ts';
import { shortUid } from '../names.ts';
import { footer, sentence } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { repairLines } from './story-lines.ts';
import { targetLines, contextAbout, stepLine } from '../step-line.ts';
import { verdict } from './verdict.ts';

/** How much of a long chain is shown: the steps next to the failure, and the root. */
const nearest = 5;
const brokenShown = 6;

/** The state of a failure, its causes, attempts and fix, and what failed after it. */
export function renderEventFailure(answer: EventFailure, outer: RenderContext): string {
  const { target, story, state, cost, chain } = answer;
  const context = contextAbout(target.step, outer);
  const head = targetLines(target, context);
  if (!story && !target.step.failed) return `${head}\n${didNotFail(answer.led_to, target.step, context)}`;
  let text = `${head}\n${sentence(opening(answer), context)}`;
  if (state === 'answer') return text;
  text +=
    chain.length > 0
      ? `\n${context.ink.bold('What led to it')}\n${chainLines(target.step, chain, context)}`
      : `\n${noCause(answer, context)}`;
  if (story && cost) text += `\n${context.ink.bold('What was done about it')}\n${repairLines(story, context)}`;
  return text + brokeNext(answer, context);
}

function opening({ story, state, cost, target: { step } }: EventFailure): string {
  if (!story || !state || !cost) return 'It failed; nothing else is recorded about it.';
  if (story.kind === 'denied') return `Denied by a person or a rule${story.verified ? ', and allowed later' : ''}.`;
  if (story.kind === 'cascade')
    return `It did not fail by itself: it was cancelled because a call beside it failed. ${capital(verdict(state, cost))}.`;
  const own = story.kind === 'real' && story.culprit[0]?.step === step.id ? ' The call itself may be wrong.' : '';
  const outside =
    story.kind === 'real' && story.culprit.length === 0 ? ' No step of the session was found to be the culprit.' : '';
  return `${capital(verdict(state, cost))}.${own}${outside}`;
}

function chainLines(target: StepElsewhere, chain: readonly ChainLink[], context: RenderContext): string {
  const left = chain.length > nearest + 2 ? chain.length - nearest - 1 : 0;
  return chain
    .map((link, at) => {
      if (left > 0 && at === nearest) return aside(`    … ${number(left)} steps further back …`, context);
      if (left > 0 && at > nearest && at < chain.length - 1) return '';
      return chainLine(link, at === 0 ? target : chain[at - 1]!.step, context);
    })
    .join('');
}

function chainLine({ step, culprit, via }: ChainLink, effect: StepElsewhere, context: RenderContext): string {
  const elsewhere = step.session === effect.session ? undefined : step.session;
  const reason = via
    ? because(via, { indent: 2, cause: step, word: 'because', elsewhere }, context)
    : aside(
        `  possibly because of this (from the text of the failure${elsewhere ? `, in ${shortUid(elsewhere)}` : ''}; no link)`,
        context,
      );
  return reason + stepLine(step, context) + (culprit ? aside('    ^ the likely culprit', context) : '');
}

function noCause({ lineage }: EventFailure, context: RenderContext): string {
  const [turn] = lineage;
  const words = 'No cause found beyond the order of events.';
  return turn
    ? `${sentence(`${words} It is in the turn of`, context)}${stepLine(turn.step, context, 2)}`
    : sentence(words, context);
}

/** Steps that failed after it and are not shown above. */
function brokeNext({ story, broke, broke_total, downstream, target }: EventFailure, context: RenderContext): string {
  const shownAbove = new Set(
    [...(story?.fix ?? []), ...(story?.attempts ?? []), ...(story?.verified_by ? [story.verified_by] : [])].map(
      ({ step }) => step,
    ),
  );
  const news = broke.filter(({ step }) => step.failed || !shownAbove.has(step.id));
  if (news.length === 0)
    return `\n${footer(`no other failure was found to follow from it${downstream.steps > 0 ? `; ${plural(downstream.steps, 'step')} followed from it` : ''}`, context)}`;
  const left = broke_total - broke.length + Math.max(0, news.length - brokenShown);
  const more = left > 0 ? `${footer(`  and ${number(left)} more`, context)}` : '';
  return `\n${context.ink.bold('What went wrong next')}\n${runsOf(news.slice(0, brokenShown))
    .map((run) => brokenRun(run, target.step, context))
    .join('')}${more}`;
}

/** Groups consecutive steps with the same connection. */
function runsOf(broke: readonly BrokenStep[]): readonly (readonly BrokenStep[])[] {
  const runs: BrokenStep[][] = [];
  for (const each of broke) {
    const run = runs.at(-1);
    if (run && connection(run[0]!) === connection(each)) run.push(each);
    else runs.push([each]);
  }
  return runs;
}

function connection({ step, how }: BrokenStep): string {
  if (how.includes('cascade')) return 'cancelled because of it';
  if (how.includes('again')) return 'failed in the same way';
  if (how.includes('retry')) return step.failed ? 'tried again, and failed' : 'tried again';
  return 'followed from it, and failed';
}

function brokenRun(run: readonly BrokenStep[], target: StepElsewhere, context: RenderContext): string {
  const where = [...new Set(run.map(({ step }) => step.session))]
    .filter((session) => session !== target.session)
    .map((session) => `, in ${shortUid(session)}`)
    .join('');
  return (
    aside(`  ${connection(run[0]!)}${trustIn(run)}${where}`, context) +
    run.map(({ step }) => stepLine(step, context, 4)).join('')
  );
}

/** The confidence of the links between them; empty when a link is missing. */
function trustIn(run: readonly BrokenStep[]): string {
  const strengths = run.map(({ strength }) => strength).filter((strength) => strength !== null);
  if (strengths.length < run.length) return '';
  if (run.every(({ strength, via }) => strength === 1 && via?.basis === 'recorded')) return ' (recorded)';
  const [least, most] = [Math.min(...strengths), Math.max(...strengths)].map(confidenceLevel);
  return ` (${least === most ? '' : `${least} to `}${most})`;
}

function didNotFail(led: LedTo | null, target: StepElsewhere, context: RenderContext): string {
  if (!led) return sentence('This step did not fail, and no failure was found that it led to.', context);
  const how = led.how === 'culprit' ? 'It may be the culprit of' : 'The nearest failure it led to is';
  return `${sentence(`This step did not fail. ${how}`, context)}${stepLine(led.step, context, 2)}${distance(led, target, context)}\n${footer(`\`stemma failure ${led.step.id.slice(0, 10)}\` shows that one`, context)}`;
}

function distance({ depth, strength, via, step }: LedTo, target: StepElsewhere, context: RenderContext): string {
  if (depth === null || strength === null) return '';
  const where = step.session === target.session ? '' : `, in ${shortUid(step.session)}`;
  const trust = strength === 1 && via?.basis === 'recorded' ? 'recorded' : confidenceLevel(strength);
  return aside(`      ${depth === 1 ? 'directly' : `${plural(depth, 'step')} on`}, ${trust}${where}`, context);
}

function aside(words: string, { ink, columns }: RenderContext): string {
  return `${ink.dim(fit(words, columns))}\n`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
