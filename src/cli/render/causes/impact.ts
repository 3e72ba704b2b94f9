import type { ImpactAnswer, ImpactEffect } from '../../../ask/impact/impact.ts';
import type { StepElsewhere } from '../../../ask/walk/step.ts';
import { number, plural } from '../../text/amount.ts';
import { fit } from '../../text/width.ts';
import { because } from './because.ts';
import { footer, sentence } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { targetLines, contextAbout, stepLine } from '../step-line.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const impactRenderer: QuestionRenderer<ImpactAnswer, { readonly all: boolean }> = {
  examples: [
    { line: 'stemma impact ev_7k3m9qa', says: 'what it led to directly' },
    { line: 'stemma impact ev_7k3m9qa --all', says: 'everything that followed, as a tree' },
  ],
  flags: { all: { type: 'flag', summary: 'Show every effect with its reason' } },
  limits: { all: 10_000 },
  session: ({ target }) => target.step.session,
  render: (answer, context, { flags }) => renderImpact(answer, context, flags),
};

const shown = 12;

/** The direct effects of a step, each with the number of further effects. */
export function renderImpact(
  { target, effects, truncated }: ImpactAnswer,
  outer: RenderContext,
  { all = false } = {},
): string {
  const context = contextAbout(target.step, outer);
  let text = targetLines(target, context);
  if (effects.length === 0) return `${text}\n${sentence('no effect found beyond the order of events', context)}`;
  const after = new Map<string, ImpactEffect[]>();
  for (const effect of effects) after.set(effect.via.cause, [...(after.get(effect.via.cause) ?? []), effect]);
  const direct = after.get(target.step.id) ?? [];
  text += `\n${context.ink.bold('It led to')}\n`;
  if (all) text += everyEffect(target.step, 2);
  else for (const effect of direct.slice(0, shown)) text += shortPaths(effect, target.step, 2) + followed(effect, 6);
  if (!all && direct.length > shown)
    text += footer(`  and ${number(direct.length - shown)} more directly; --all shows them`, context);
  const failed = effects.filter(({ step }) => step.failed).length;
  text += `\n${footer(`${plural(effects.length, 'step')} in all${failed > 0 ? `, ${number(failed)} of them failed` : ''}${truncated ? '; these are the strongest, there are weaker ones (--limit N)' : all || effects.length === direct.length ? '' : '; --all shows each with its reason'}`, context)}`;
  return text;

  function shortPaths({ step, via }: ImpactEffect, cause: StepElsewhere, indent: number): string {
    return (
      stepLine(step, context, indent) +
      because(
        via,
        { indent: indent + 4, cause, elsewhere: step.session === cause.session ? undefined : step.session },
        context,
      )
    );
  }

  /** `and through that to 5 more steps, 2 of them failed` */
  function followed(effect: ImpactEffect, indent: number): string {
    const further = descendants(effect);
    if (further.length === 0) return '';
    const failures = further.filter(({ step }) => step.failed).length;
    return `${context.ink.dim(fit(`${' '.repeat(indent)}and through it ${plural(further.length, 'more step')}${failures > 0 ? `, ${number(failures)} failed` : ''}`, context.columns))}\n`;
  }

  function descendants({ step }: ImpactEffect): readonly ImpactEffect[] {
    const below = [...(after.get(step.id) ?? [])];
    for (const each of below) below.push(...(after.get(each.step.id) ?? []));
    return below;
  }

  function everyEffect(cause: StepElsewhere, indent: number): string {
    // A very deep chain would leave no room to read.
    return (after.get(cause.id) ?? [])
      .map((effect) => shortPaths(effect, cause, indent) + everyEffect(effect.step, Math.min(indent + 2, 26)))
      .join('');
  }
}
