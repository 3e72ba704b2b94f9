import type { StepElsewhere } from '../../ask/walk/step.ts';
import { oneLine } from '../text/harmless.ts';
import { clockTime, day, dayAndTime } from '../text/when.ts';
import { fit, fitMiddle } from '../text/width.ts';
import { stepPhrase } from './history/graph.ts';
import { shortId } from './names.ts';
import { told } from './page.ts';
import type { Page } from './page.ts';

/** One step in one line: id, time, whether it failed, what it was. */
export function toldStep(step: StepElsewhere, page: Page, indent = 0): string {
  const { ink, columns } = page;
  // Where it gets narrow the time goes before the words.
  const time = columns - indent < 60 || step.at === null ? '' : ` ${timeOf(step.at, page)}`;
  const mark = step.failed ? ink.failed : ' ';
  const text = fit(stepPhrase(step, page), columns - indent - shortId(step.id).length - time.length - 3);
  const painted = step.failed ? ink.red(text) : step.kind === 'prompt' ? ink.bold(text) : ink.cyan(text);
  return `${' '.repeat(indent)}${ink.dim(shortId(step.id) + time)} ${mark} ${painted}\n`;
}

/** The step somebody asked about, what it failed with, where and when. */
export function askedStep(
  { step, failure = null }: { readonly step: StepElsewhere; readonly failure?: string | null },
  page: Page,
): string {
  const { ink, columns } = page;
  const said = failure === null ? '' : `    ${ink.red(fit(`= ${told(failure, page)}`, columns - 4))}\n`;
  const where = `${fitMiddle(oneLine(step.session), columns - 19)} · ${dayAndTime(step.at)}`;
  return `${ink.dim(where)}\n\n${toldStep(step, page)}${said}`;
}

/** The page for telling of a step: what happened on its day tells the time alone. */
export function pageAbout(step: StepElsewhere, page: Page): Page {
  return step.at === null ? page : { ...page, day: day(step.at) };
}

function timeOf(at: string, page: Page): string {
  return page.day === undefined || page.day === day(at) ? clockTime(at) : dayAndTime(at);
}
