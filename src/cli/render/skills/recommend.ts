import type { RecommendAnswer } from '../../../ask/skills/recommend.ts';
import { shareText } from '../../../memory/skills/share-text.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { shortly } from '../../text/when.ts';
import { fit } from '../../text/width.ts';
import { footer, sentence, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const recommendRenderer: QuestionRenderer<RecommendAnswer> = {
  examples: [
    { line: 'stemma recommend "find out why the end-to-end tests fail"', says: 'what was used for that before' },
    { line: 'stemma recommend "look over the changes" --phase verification', says: 'and works in that phase' },
    { line: 'stemma recommend "write release notes" --repo shop --limit 3 --json', says: 'for a program' },
  ],
  joinsWords: true,
  check({ workflowPhase, phaseWeight }) {
    if (phaseWeight !== undefined && workflowPhase === undefined)
      throw new StemmaError('bad-argument', '--phase-weight needs --phase.', {
        hint: 'Name the phase of the work you are in: --phase execution.',
      });
  },
  render: renderRecommended,
};

export function renderRecommended(
  { recommendations, compared, truncated }: RecommendAnswer,
  context: RenderContext,
): string {
  if (recommendations.length === 0)
    return sentence(
      `Nothing was used for a need like this, of ${plural(compared, 'use')} that ${compared === 1 ? 'is' : 'are'} known.`,
      context,
    );
  const { ink, columns, now } = context;
  let text = '';
  for (const each of recommendations) {
    text += `${each.similarity_score.toFixed(2)}  ${ink.cyan(oneLine(each.skill_name))}  ${ink.dim(`completed ${shareText(each.completion)}`)}\n`;
    const ended = each.completed === null ? '' : each.completed ? ', completed' : ', abandoned';
    const head = `${shortly(each.invoked_at, now)}${each.workflow_phase === null ? '' : `  ${oneLine(each.workflow_phase)}`}${ended}  `;
    text += `      ${ink.dim(head)}${fit(shortPaths(each.request ?? each.user_query ?? '', context), Math.max(10, columns - head.length - 6))}\n`;
  }
  return truncated
    ? `${text}${footer(`Only the latest ${number(compared)} uses were compared; --since or --repo narrows it.`, context)}`
    : text;
}
