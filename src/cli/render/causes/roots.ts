import { confidenceLevel } from '../../../model/confidence.ts';
import type { RootsAnswer } from '../../../ask/roots/roots.ts';
import { number, plural } from '../../text/amount.ts';
import { fit } from '../../text/width.ts';
import { stepPhrase } from '../history/graph.ts';
import { shortUid } from '../names.ts';
import { footer, sentence } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { targetLines, contextAbout, stepLine } from '../step-line.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const rootsRenderer: QuestionRenderer<RootsAnswer> = {
  examples: [{ line: 'stemma roots ev_7k3m9qa', says: 'the prompts, notifications and findings it goes back to' }],
  session: ({ target }) => target.step.session,
  render: renderRoots,
};

/** At most this many steps of a path are named, each shortened. */
const named = 3;
const nameLength = 32;

export function renderRoots({ target, roots, total, truncated }: RootsAnswer, outer: RenderContext): string {
  const context = contextAbout(target.step, outer);
  const { ink, columns } = context;
  let text = `${targetLines(target, context)}\n`;
  if (roots.length === 0)
    return (
      text +
      sentence(truncated ? 'no root found within the limit' : 'no cause found beyond the order of events', context)
    );
  text += `${ink.bold('It began with')}\n`;
  for (const { step, strength, recorded, path } of roots) {
    const names = path.slice(0, -1).map((on) => fit(stepPhrase(on, context), nameLength));
    const way =
      names.length === 0
        ? 'directly'
        : `through ${names.slice(0, named).join(' < ')}${names.length > named ? ` < ${number(names.length - named)} more` : ''}`;
    const elsewhere = step.session === target.step.session ? '' : `, in ${shortUid(step.session)}`;
    const trust = recorded ? 'recorded' : confidenceLevel(strength);
    text += `${stepLine(step, context, 2)}${ink.dim(fit(`      ${trust}${elsewhere}, ${way}`, columns))}\n`;
  }
  if (truncated)
    text += `\n${footer(roots.length < total ? `${number(roots.length)} of ${plural(total, 'root')}; --limit N shows more` : 'there may be more roots beyond the limit', context)}`;
  return text;
}
