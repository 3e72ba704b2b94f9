import type { LineageLink } from '../../../ask/walk/lineage.ts';
import type { StepElsewhere } from '../../../ask/walk/step.ts';
import type { WhyAnswer, WhyCause } from '../../../ask/why/why.ts';
import { number, plural } from '../../text/amount.ts';
import { clockTime } from '../../text/when.ts';
import { fit, width } from '../../text/width.ts';
import { because, isOnlyPossible } from './because.ts';
import { stepPhrase } from '../history/graph.ts';
import { shortId, shortUid } from '../names.ts';
import { footer, sentence } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { targetLines, contextAbout, stepLine } from '../step-line.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const whyRenderer: QuestionRenderer<WhyAnswer, { readonly all: boolean }> = {
  examples: [
    { line: 'stemma why ev_7k3m9qa', says: 'an id from `stemma timeline`' },
    { line: 'stemma why toolu_01Ab', says: "the agent's own id of a call" },
    { line: 'stemma why claude:3f2a line:12', says: 'an event whose id is unique only within its session' },
    { line: 'stemma why ev_7k3m9qa --depth 1', says: 'only its direct causes' },
    { line: 'stemma why ev_7k3m9qa --all --min-confidence 0.5', says: 'every cause that is certain or likely' },
  ],
  flags: { all: { type: 'flag', summary: 'Show every cause with its reason' } },
  limits: { all: 10_000 },
  session: ({ target }) => target.step.session,
  render: (answer, context, { flags }) => renderWhy(answer, context, flags),
};

/**
 * How much of a long main path is shown: the links next to the step in question, and those at the root.
 */
const nearest = 7;
const furthest = 2;
const alsoShown = 5;
const beginnings = 3;

/** The main path back to its root, the other causes, and how many more there are. */
export function renderWhy(answer: WhyAnswer, outer: RenderContext, { all = false } = {}): string {
  const { target, causes, line, lineage } = answer;
  const context = contextAbout(target.step, outer);
  const head = targetLines(target, context);
  if (causes.length === 0)
    return `${head}\n${sentence('no cause found beyond the order of events', context)}${contextLines(target.step, lineage, context)}`;
  if (all)
    return `${head}${everyCause(target.step, causes, context)}${roots(answer, context)}${rest(answer, 0, context)}`;

  const shownAbove = new Set(line.map(({ step }) => step.id));
  const direct = causes.filter(({ step, via }) => via.effect === target.step.id && !shownAbove.has(step.id));
  let text = head + mainPath(target.step, line, context);
  const also = gathered(direct).slice(0, alsoShown);
  if (also.length > 0)
    text += `\n${context.ink.bold('It also depends on')}\n${also.map((alike) => alone(alike, target.step, context)).join('')}`;
  text += otherBeginnings(answer, context);
  text += rest(answer, causes.filter(({ step }) => !shownAbove.has(step.id)).length - also.flat().length, context);
  return line.some(({ step }) => step.kind === 'prompt') ? text : text + contextLines(target.step, lineage, context);
}

function mainPath(target: StepElsewhere, line: readonly WhyCause[], context: RenderContext): string {
  const links = line.map((cause, at) => ({ ...cause, effect: at === 0 ? target : line[at - 1]!.step }));
  const runs = runsOfAlike(links);
  const isLong = runs.length > nearest + furthest + 1;
  const left = isLong ? runs.slice(nearest, -furthest).flat().length : 0;
  return runs
    .map((run, at) => {
      if (isLong && at > nearest && at < runs.length - furthest) return '';
      if (isLong && at === nearest) return aside(`… ${number(left)} steps further back on this path …`);
      const { step, via, effect } = run[0]!;
      const text =
        because(
          via,
          {
            indent: 2,
            cause: step,
            word: 'because',
            elsewhere: step.session === effect.session ? undefined : step.session,
          },
          context,
        ) + stepLine(step, context);
      return run.length === 1
        ? text
        : text + aside(`… and ${number(run.length - 1)} more like it, back to ${clockTime(run.at(-1)!.step.at)} …`);
    })
    .join('');

  function aside(words: string): string {
    return `${context.ink.dim(fit(`    ${words}`, context.columns))}\n`;
  }

  /** Repeated edits of one file are shown once. */
  function runsOfAlike<Link extends WhyCause>(all: readonly Link[]): readonly (readonly Link[])[] {
    const runs: Link[][] = [];
    for (const link of all) {
      const run = runs.at(-1);
      if (run && (isAlike(run[0]!, link) || isTriedAgain(run.at(-1)!, link))) run.push(link);
      else runs.push([link]);
    }
    return runs.flatMap((run) => (run.length > 2 ? [run] : run.map((link) => [link])));
  }
}

/** Repeated failed attempts, even with different commands. */
function isTriedAgain(a: WhyCause, b: WhyCause): boolean {
  return [a, b].every(
    ({ step, via }) =>
      step.failed &&
      via.basis === 'inferred' &&
      !isOnlyPossible(via) &&
      (via.types.includes('retried') || via.types.includes('verifies')),
  );
}

/** Compares confidence too: a possible cause must not be folded into a certain one. */
function isAlike(a: WhyCause, b: WhyCause): boolean {
  return (
    a.step.session === b.step.session &&
    stepPhrase(a.step) === stepPhrase(b.step) &&
    a.via.basis === b.via.basis &&
    isOnlyPossible(a.via) === isOnlyPossible(b.via)
  );
}

/** Groups similar causes, ordered by the strongest of each group. */
function gathered(causes: readonly WhyCause[]): readonly (readonly WhyCause[])[] {
  const groups: WhyCause[][] = [];
  for (const cause of causes) {
    const alike = groups.find(([first]) => isAlike(first!, cause));
    if (alike) alike.push(cause);
    else groups.push([cause]);
  }
  return groups;
}

/** A cause off the main path with its reason; similar ones are counted. */
function alone([first, ...others]: readonly WhyCause[], target: StepElsewhere, context: RenderContext): string {
  const { step, via } = first!;
  const more =
    others.length === 0
      ? ''
      : `${context.ink.dim(fit(`      … and ${number(others.length)} more like it …`, context.columns))}\n`;
  return (
    stepLine(step, context, 2) +
    because(
      via,
      { indent: 6, cause: step, elsewhere: step.session === target.session ? undefined : step.session },
      context,
    ) +
    more
  );
}

/** Each cause below the step it led to. */
function everyCause(target: StepElsewhere, causes: readonly WhyCause[], context: RenderContext): string {
  const below = new Map<string, WhyCause[]>();
  for (const cause of causes) below.set(cause.via.effect, [...(below.get(cause.via.effect) ?? []), cause]);
  return branch(target, 2);

  function branch(effect: StepElsewhere, indent: number): string {
    let text = '';
    for (const { step, via } of below.get(effect.id) ?? []) {
      text += because(
        via,
        { indent, cause: step, word: 'because', elsewhere: step.session === effect.session ? undefined : step.session },
        context,
      );
      // A very deep chain would leave no room to read.
      text += stepLine(step, context, indent) + branch(step, Math.min(indent + 2, 26));
    }
    return text;
  }
}

/**
 * Other prompts of a person that led to it. A call without a known cause is not a root, and the main path shows its
 * own root.
 */
function otherBeginnings({ roots, line }: WhyAnswer, context: RenderContext): string {
  const shownAbove = new Set(line.map(({ step }) => step.id));
  return beginningsOf(
    'It also goes back to',
    roots.filter(({ id, kind, origin }) => kind === 'prompt' && (origin ?? 'human') === 'human' && !shownAbove.has(id)),
    context,
  );
}

function roots({ roots }: WhyAnswer, context: RenderContext): string {
  return beginningsOf('It began with', roots, context);
}

function beginningsOf(title: string, steps: readonly StepElsewhere[], context: RenderContext): string {
  if (steps.length === 0) return '';
  const more =
    steps.length > beginnings
      ? footer(`  and ${number(steps.length - beginnings)} more; \`stemma roots\` ranks them`, context)
      : '';
  return `\n${context.ink.bold(title)}\n${steps
    .slice(0, beginnings)
    .map((step) => stepLine(step, context, 2))
    .join('')}${more}`;
}

/** Notes about what was left out, and how to see it. */
function rest({ target: { step }, truncated, causes }: WhyAnswer, notShown: number, context: RenderContext): string {
  const more = truncated
    ? notShown > 0
      ? `and more than ${number(notShown)} other causes; --all shows each with its reason`
      : `these are the ${number(causes.length)} strongest causes; there are weaker ones (--all, --limit N)`
    : notShown > 0
      ? `and ${plural(notShown, 'more cause')}; --all shows each with its reason`
      : '';
  const failure = step.failed ? `\`stemma failure ${shortId(step.id)}\` shows what was done about it` : '';
  const words = [more, failure].filter(Boolean).join('\n');
  return words === ''
    ? ''
    : `\n${words
        .split('\n')
        .map((line) => footer(line, context))
        .join('')}`;
}

function contextLines(target: StepElsewhere, lineage: readonly LineageLink[], context: RenderContext): string {
  if (lineage.length === 0) return '';
  const { ink, columns } = context;
  const words = { turn: 'in the turn of', spawned: 'spawned by', continued: 'continues' };
  let text = `\n${ink.dim('context, not a cause')}\n`;
  let session = target.session;
  for (const { relation, step } of lineage) {
    const elsewhere = step.session === session ? '' : ` (in ${shortUid(step.session)})`;
    const head = `  ${words[relation].padEnd(15)}${shortId(step.id)} `;
    const aside = columns < 70 ? '' : elsewhere;
    text += `${ink.dim(head + fit(stepPhrase(step, context), columns - head.length - width(aside)) + aside)}\n`;
    session = step.session;
  }
  return text;
}
