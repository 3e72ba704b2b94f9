import type { DecisiveFailure, SessionFailures } from '../../../ask/failure/failure-of-session.ts';
import { number, plural } from '../../text/amount.ts';
import { clockTime } from '../../text/when.ts';
import { fit, wrap } from '../../text/width.ts';
import { shortId, shortUid } from '../names.ts';
import { footer, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { stepPhrase } from '../history/graph.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import { andMore, culpritLine, storyLine, storyMargin, storyStep } from './story-lines.ts';
import { verdict } from './verdict.ts';

/** The failures that mattered most, each in a few lines with the reason for its rank. */
export function renderSessionFailures(answer: SessionFailures, outer: RenderContext): string {
  const { session, failures, total, truncated, kinds, subagents } = answer;
  const context = { ...outer, cwd: session.cwd };
  let text = sessionHead(session, context) + parentLine(session, context);
  for (const failure of failures) text += `\n${failureLines(failure, context)}`;
  if (failures.length === 0) text += `\n${kinds.benign > 0 ? 'No failures except benign ones.' : 'No failures.'}\n`;
  const notes = [
    ...(truncated ? [`${number(failures.length)} of ${plural(total, 'failure')}; --limit N shows more`] : []),
    ...(kinds.benign > 0
      ? [`${plural(kinds.benign, 'benign failure')} left out (\`stemma errors --kinds benign\`)`]
      : []),
    ...subagents.slice(0, 3).map(({ uid, errors }) => `${plural(errors, 'failure')} in sub-agent ${shortUid(uid)}`),
    ...(subagents.length > 3 ? [`and in ${plural(subagents.length - 3, 'more sub-agent')}`] : []),
    ...(failures.length > 0 ? ['ranked by rules; `stemma failure ID` shows one from its root to what it broke'] : []),
  ];
  return notes.length === 0 ? text : `${text}\n${notes.map((note) => footer(note, context)).join('')}`;
}

function failureLines(failure: DecisiveFailure, context: RenderContext): string {
  const { ink, columns } = context;
  const { rank, story, times, chain } = failure;
  const mark = `${story.kind === 'real' ? '' : ` [${story.kind}]`}${times > 1 ? ` (${number(times)} times)` : ''}`;
  const place = `${rank}. `;
  const what = fit(shortPaths(story.summary, context), columns - 22 - place.length - mark.length);
  let text = `${ink.bold(place)}${ink.dim(shortId(story.id))} ${ink.dim(clockTime(story.at))} ${ink.failed} ${ink.cyan(what)}${ink.yellow(mark)}\n`;
  text += storyLine('message', ink.red(fit(shortPaths(story.message, context), columns - storyMargin)), context);
  if (story.kind === 'real') text += culpritLine(story, context);
  const root = chain.at(-1);
  if (root && root.step.id !== story.culprit[0]?.step)
    text += storyLine(
      'root',
      `${ink.dim(shortId(root.step.id))} ${fit(stepPhrase(root.step, context), columns - storyMargin - 12)}`,
      context,
    );
  const { fix, verified_by } = failure.last ?? story;
  if (fix[0]) text += storyLine('fixed by', storyStep(fix.at(-1)!, context) + andMore(fix, context), context);
  if (verified_by && verified_by.step !== fix.at(-1)?.step)
    text += storyLine('proof', storyStep(verified_by, context), context);
  const [line = '', ...rest] = wrap(reason(failure), columns - storyMargin);
  return text + storyLine('why here', line, context) + rest.map((words) => storyLine('', words, context)).join('');
}

/** Why it stands where it stands. */
function reason({ state, cost, downstream, folded }: DecisiveFailure): string {
  const followed =
    downstream.failures > 0
      ? `; ${plural(downstream.failures, 'more failure')} followed from it`
      : downstream.steps > 0
        ? `; ${plural(downstream.steps, 'step')} followed from it`
        : '';
  const cancelled = folded.cascade > 0 ? `; ${plural(folded.cascade, 'call')} beside it cancelled` : '';
  const empty = folded.benign > 0 ? `; ${plural(folded.benign, 'search', 'searches')} for it found nothing` : '';
  return `${verdict(state, cost)}${followed}${cancelled}${empty}`;
}
