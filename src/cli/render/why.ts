import type { LineageLink } from '../../ask/lineage.ts';
import type { StepElsewhere } from '../../ask/step.ts';
import type { WhyAnswer, WhyCause } from '../../ask/why.ts';
import { number, plural } from '../text/amount.ts';
import { clockTime } from '../text/when.ts';
import { fit, width } from '../text/width.ts';
import { because, isGuess } from './because.ts';
import { stepPhrase } from './graph.ts';
import { shortId, shortUid } from './names.ts';
import { footer, sentence } from './page.ts';
import type { Page } from './page.ts';
import { askedStep, toldStep } from './told-step.ts';

/** As many links of the main line as a screen holds: those next to the step that was asked about, and those where it began. */
const nearest = 7;
const furthest = 2;
const alsoTold = 5;
const beginnings = 3;

/** A story: the main line back to where it began, what else the step hangs on, and how much more there is. */
export function renderWhy(answer: WhyAnswer, page: Page, { all = false } = {}): string {
  const { target, causes, line, lineage } = answer;
  const head = askedStep(target, page);
  if (causes.length === 0) return `${head}\n${sentence('no cause found beyond the order of events', page)}${context(target.step, lineage, page)}`;
  if (all) return `${head}${everyCause(target.step, causes, page)}${beganWith(answer, page)}${rest(answer, 0, page)}`;

  const told = new Set(line.map(({ step }) => step.id));
  const direct = causes.filter(({ step, via }) => via.effect === target.step.id && !told.has(step.id));
  let text = head + mainLine(target.step, line, page);
  if (direct.length > 0) text += `\n${page.ink.bold('It also depends on')}\n${direct.slice(0, alsoTold).map((cause) => alone(cause, target.step, page)).join('')}`;
  text += beganWith(answer, page);
  text += rest(answer, causes.filter(({ step }) => !told.has(step.id)).length - Math.min(direct.length, alsoTold), page);
  return line.some(({ step }) => step.kind === 'prompt') ? text : text + context(target.step, lineage, page);
}

function mainLine(target: StepElsewhere, line: readonly WhyCause[], page: Page): string {
  const links = line.map((cause, at) => ({ ...cause, effect: at === 0 ? target : line[at - 1]!.step }));
  const runs = runsOfAlike(links);
  const isLong = runs.length > nearest + furthest + 1;
  const left = isLong ? runs.slice(nearest, -furthest).flat().length : 0;
  return runs.map((run, at) => {
    if (isLong && at > nearest && at < runs.length - furthest) return '';
    if (isLong && at === nearest) return aside(`… ${number(left)} steps further back on this line …`);
    const { step, via, effect } = run[0]!;
    const told = because(via, { indent: 2, word: 'because', elsewhere: step.session === effect.session ? undefined : step.session }, page) + toldStep(step, page);
    return run.length === 1 ? told : told + aside(`… and ${number(run.length - 1)} more like it, back to ${clockTime(run.at(-1)!.step.at)} …`);
  }).join('');

  function aside(words: string): string {
    return `${page.ink.dim(fit(`    ${words}`, page.columns))}\n`;
  }

  /** The fifth edit of one file in a row says no more than the first. */
  function runsOfAlike<Link extends WhyCause>(all: readonly Link[]): readonly (readonly Link[])[] {
    const runs: Link[][] = [];
    for (const link of all) {
      const run = runs.at(-1);
      if (run && isAlike(run[0]!, link)) run.push(link);
      else runs.push([link]);
    }
    return runs.flatMap((run) => (run.length > 2 ? [run] : run.map((link) => [link])));
  }
}

/** Also in how much it is believed: a guess must not hide behind what is known. */
function isAlike(a: WhyCause, b: WhyCause): boolean {
  return a.step.session === b.step.session && stepPhrase(a.step) === stepPhrase(b.step) && a.via.basis === b.via.basis && isGuess(a.via) === isGuess(b.via);
}

/** A cause beside the main line, and why it is one. */
function alone({ step, via }: WhyCause, target: StepElsewhere, page: Page): string {
  return toldStep(step, page, 2) + because(via, { indent: 6, elsewhere: step.session === target.session ? undefined : step.session }, page);
}

/** Each cause below the step it led to. */
function everyCause(target: StepElsewhere, causes: readonly WhyCause[], page: Page): string {
  const below = new Map<string, WhyCause[]>();
  for (const cause of causes) below.set(cause.via.effect, [...(below.get(cause.via.effect) ?? []), cause]);
  return branch(target, 2);

  function branch(effect: StepElsewhere, indent: number): string {
    let text = '';
    for (const { step, via } of below.get(effect.id) ?? []) {
      text += because(via, { indent, word: 'because', elsewhere: step.session === effect.session ? undefined : step.session }, page);
      // A very deep chain would leave no room to read.
      text += toldStep(step, page, indent) + branch(step, Math.min(indent + 2, 26));
    }
    return text;
  }
}

function beganWith({ roots, line }: WhyAnswer, page: Page): string {
  const last = line.at(-1)?.step.id;
  const first = roots.find(({ id }) => id === last);
  const ranked = first ? [first, ...roots.filter(({ id }) => id !== last)] : roots;
  if (ranked.length === 0) return '';
  const others = ranked.length > beginnings ? footer(`  and ${number(ranked.length - beginnings)} more; \`stemma roots\` ranks them`, page) : '';
  return `\n${page.ink.bold('It began with')}\n${ranked.slice(0, beginnings).map((step) => toldStep(step, page, 2)).join('')}${others}`;
}

/** What was not told. */
function rest({ truncated, causes }: WhyAnswer, untold: number, page: Page): string {
  if (truncated) return `\n${footer(`${untold > 0 ? `and ${number(untold)} more of` : 'these are'} the ${number(causes.length)} strongest causes; there are weaker ones (--all, --limit N)`, page)}`;
  return untold > 0 ? `\n${footer(`and ${plural(untold, 'more cause')}; --all tells each with its reason`, page)}` : '';
}

function context(target: StepElsewhere, lineage: readonly LineageLink[], page: Page): string {
  if (lineage.length === 0) return '';
  const { ink, columns } = page;
  const words = { turn: 'in the turn of', spawned: 'spawned by', continued: 'goes on from' };
  let text = `\n${ink.dim('where it stands (context only)')}\n`;
  let session = target.session;
  for (const { relation, step } of lineage) {
    const elsewhere = step.session === session ? '' : ` (in ${shortUid(step.session)})`;
    const head = `  ${words[relation].padEnd(15)}${shortId(step.id)} `;
    const aside = columns < 70 ? '' : elsewhere;
    text += `${ink.dim(head + fit(stepPhrase(step, page), columns - head.length - width(aside)) + aside)}\n`;
    session = step.session;
  }
  return text;
}
