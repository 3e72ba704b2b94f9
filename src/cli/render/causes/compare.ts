import type { CompareAnswer, ComparedRun, Side, Stretch } from '../../../ask/compare/compare.ts';
import type { Difference, Parting } from '../../../ask/compare/parting.ts';
import type { StepElsewhere } from '../../../ask/walk/step.ts';
import { plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { fit } from '../../text/width.ts';
import { stepPhrase, trust } from '../history/graph.ts';
import { shortId, shortUids } from '../names.ts';
import { footer } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const compareRenderer: QuestionRenderer<CompareAnswer> = {
  examples: [
    { line: 'stemma compare claude:3f2a claude:91bc', says: 'two attempts at one task' },
    { line: 'stemma compare claude:3f2a codex:0199 --json', says: 'two agents, for a program' },
  ],
  render: renderCompare,
};

export function renderCompare(answer: CompareAnswer, context: RenderContext): string {
  const { a, b, common_steps, until, parting, stretches, alike, truncated } = answer;
  const { ink, columns } = context;
  const names = shortUids([a.session.uid, b.session.uid]);
  let text = [a, b].map((run, at) => runLines('AB'[at]!, names.get(run.session.uid)!, run, context)).join('') + '\n';
  if (!parting) return `${text}both took the same ${plural(common_steps, 'step')}\n`;
  text +=
    common_steps === 0
      ? 'they diverge at once\n'
      : `the same for ${plural(common_steps, 'step')}, up to\n${stepLine('  ', until!.a, context)}then they diverge\n`;
  text += partingLines(parting, context);
  text += `\n${Math.round(alike * 100)}% of all steps are in both\n`;
  const shown = stretches.slice(0, mostStretches);
  text += shown.map((stretch) => stretchLine(stretch, context)).join('');
  if (stretches.length > shown.length)
    text +=
      ink.dim(
        fit(`and ${plural(stretches.length - shown.length, 'stretch', 'stretches')} more (--json has all)`, columns),
      ) + '\n';
  return truncated
    ? `${text}\n${footer('only the beginning of both was compared; --limit N compares more', context)}`
    : text;
}

const mostStretches = 30;

function runLines(
  letter: string,
  name: string,
  { session, steps, failures, checks, last_check: last, edits }: ComparedRun,
  { ink, columns }: RenderContext,
): string {
  const ended = last ? `, the last ${last.failed ? 'failed' : 'passed'}` : '';
  const facts = [
    plural(steps, 'step'),
    plural(failures, 'failure'),
    plural(edits, 'edit'),
    checks.total === 0
      ? 'no checks'
      : `${checks.total - checks.failed} of ${plural(checks.total, 'check')} passed${ended}`,
  ];
  return `${ink.bold(fit(`${letter} ${name}  ${oneLine(session.title ?? '(no title)')}`, columns))}\n  ${ink.dim(fit(facts.join(' · '), columns - 2))}\n`;
}

function partingLines({ a, b, because }: Parting, context: RenderContext): string {
  const line = (letter: string, step: StepElsewhere | null): string =>
    step ? stepLine(`  ${letter} `, step, context) : `  ${letter} ended\n`;
  return (
    line('A', a) +
    line('B', b) +
    (because ? becauseLines(because, context) : `${context.ink.dim('no earlier result of both differed')}\n`)
  );
}

/** A differing result without known effects is shown as such. */
function becauseLines({ is, a, b, lines, via }: Difference, context: RenderContext): string {
  const { ink, columns } = context;
  const because = 'because';
  const what = is === 'written' ? 'what they wrote' : 'what they saw';
  const head = via
    ? `${because} of ${what} before: ${trust(via)}`
    : `${what} last before that differed (order only, not a known cause)`;
  if (is === 'asked')
    return `they were asked for different things\n${(['a', 'b'] as const).map((side) => `  ${side.toUpperCase()} ${ink.dim(fit(oneLine(lines[side]), columns - 4))}\n`).join('')}`;
  const line = (letter: string, step: StepElsewhere, words: string): string =>
    `${stepLine(`  ${letter} `, step, context)}${words === '' ? '' : `      ${ink.dim(fit(oneLine(words), columns - 6))}\n`}`;
  const evidence = via?.evidence[0] === undefined ? '' : `    ${ink.dim(fit(oneLine(via.evidence[0]), columns - 4))}\n`;
  return `${via ? ink.yellow(fit(head, columns)) : ink.dim(fit(head, columns))}\n${evidence}${line('A', a, lines.a)}${line('B', b, lines.b)}`;
}

function stretchLine({ is, a, b, written_differently: written }: Stretch, { ink, columns }: RenderContext): string {
  if (is === 'common')
    return `${ink.dim(fit(`  both ${plural(a.to - a.from, 'step')} (A ${places(a)}, B ${places(b)})${written > 0 ? `, ${plural(written, 'edit')} not alike` : ''}${checked(a, b)}`, columns))}\n`;
  return [
    ['A', a],
    ['B', b],
  ]
    .map(([letter, side]) =>
      (side as Side).to === (side as Side).from
        ? ''
        : `  ${fit(sideWords(letter as string, side as Side), columns - 2)}\n`,
    )
    .join('');
}

function sideWords(letter: string, side: Side): string {
  const failed = side.failures > 0 ? `, ${plural(side.failures, 'failure')}` : '';
  const checks =
    side.checks.total > 0
      ? `, ${side.checks.total - side.checks.failed} of ${plural(side.checks.total, 'check')} passed`
      : '';
  const first = side.steps
    .slice(0, 3)
    .map((step) => stepPhrase(step))
    .join('; ');
  return `${letter} ${places(side)}${failed}${checks}: ${first}${side.to - side.from > 3 ? '; …' : ''}`;
}

function checked(a: Side, b: Side): string {
  return a.failures === b.failures ? '' : `; ${plural(a.failures, 'failure')} in A, ${b.failures} in B`;
}

function places({ from, to }: Side): string {
  return to - from === 1 ? String(to) : `${from + 1}-${to}`;
}

function stepLine(indent: string, step: StepElsewhere, { ink, columns }: RenderContext): string {
  const failed = step.failed ? `${ink.failed} ` : '';
  const text = fit(stepPhrase(step), columns - indent.length - 11 - (step.failed ? 2 : 0));
  return `${indent}${ink.dim(shortId(step.id))} ${failed}${step.failed ? ink.red(text) : step.kind === 'prompt' ? ink.bold(text) : ink.cyan(text)}\n`;
}
