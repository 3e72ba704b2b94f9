import type { StepElsewhere } from '../../ask/walk/step.ts';
import { oneLine } from '../text/safe-text.ts';
import { clockTime, day, dayAndTime } from '../text/when.ts';
import { fit, fitMiddle } from '../text/width.ts';
import { stepPhrase } from './history/graph.ts';
import { shortId } from './names.ts';
import { shortPaths } from './render-context.ts';
import type { RenderContext } from './render-context.ts';

/** One step in one line: id, time, whether it failed, what it was. */
export function stepLine(step: StepElsewhere, context: RenderContext, indent = 0): string {
  const { ink, columns } = context;
  // In a narrow terminal the time is dropped before text.
  const time = columns - indent < 60 || step.at === null ? '' : ` ${timeOf(step.at, context)}`;
  const mark = step.failed ? ink.failed : ' ';
  const text = fit(stepPhrase(step, context), columns - indent - shortId(step.id).length - time.length - 3);
  const painted = step.failed ? ink.red(text) : step.kind === 'prompt' ? ink.bold(text) : ink.cyan(text);
  return `${' '.repeat(indent)}${ink.dim(shortId(step.id) + time)} ${mark} ${painted}\n`;
}

/** The step in question with its session, time and failure. */
export function targetLines(
  { step, failure = null }: { readonly step: StepElsewhere; readonly failure?: string | null },
  context: RenderContext,
): string {
  const { ink, columns } = context;
  const said = failure === null ? '' : `    ${ink.red(fit(`= ${shortPaths(failure, context)}`, columns - 4))}\n`;
  const where = `${fitMiddle(oneLine(step.session), columns - 19)} · ${dayAndTime(step.at)}`;
  return `${ink.dim(where)}\n\n${stepLine(step, context)}${said}`;
}

/** The context for output about a step: events of the same day show only the time. */
export function contextAbout(step: StepElsewhere, context: RenderContext): RenderContext {
  return step.at === null ? context : { ...context, day: day(step.at) };
}

function timeOf(at: string, context: RenderContext): string {
  return context.day === undefined || context.day === day(at) ? clockTime(at) : dayAndTime(at);
}
