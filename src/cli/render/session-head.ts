import type { Session } from '../../model/session.ts';
import { number, plural, short } from '../text/amount.ts';
import { money } from '../text/money.ts';
import { oneLine } from '../text/safe-text.ts';
import { dayAndTime, span } from '../text/when.ts';
import { fit, fitMiddle, width } from '../text/width.ts';
import { facetNames } from './history/facets.ts';
import { baseName } from './names.ts';
import type { RenderContext } from './render-context.ts';

/**
 * Three lines about the session, and one more if its agent does not record something that lists show.
 */
export function sessionHead(session: Session, { ink, columns }: RenderContext): string {
  const { uid, title, started_at, steps, model, cost } = session;
  const tokens = cost.input_tokens + cost.output_tokens + cost.cache_tokens;
  const facts = [
    dayAndTime(started_at),
    plural(steps, 'step'),
    failuresText(session),
    baseName(session.repo ?? session.cwd),
    session.branch ? `@${session.branch}` : '',
    model ?? '',
    cost.wall_clock_s >= 1 ? span(cost.wall_clock_s * 1000) : '',
    tokens > 0 ? `${short(tokens)} tokens` : '',
    cost.usd ? money(cost.usd, { isExact: cost.usd_is_exact }) : '',
    session.judged_by === undefined ? '' : `judged by ${session.judged_by}`,
  ]
    .filter((fact) => fact !== '')
    .map(oneLine);
  // Drops whole facts instead of cutting one.
  while (facts.length > 1 && width(facts.join(' · ')) > columns) facts.pop();
  const headline = fit(oneLine(title ?? '(no title)'), columns);
  return `${ink.bold(headline)}\n${ink.dim(fitMiddle(oneLine(uid), columns))}\n${ink.dim(fit(facts.join(' · '), columns))}\n${missing(session, ink)}`;
}

/** `3 failures, 1 open`; '' when there is none. */
export function failuresText({ errors, open_errors: open }: Pick<Session, 'errors' | 'open_errors'>): string {
  if (errors === 0) return '';
  return `${plural(errors, 'failure')}${open === 0 ? '' : `, ${number(open)} open`}`;
}

/** What the agent does not record, of what a list of events shows. */
function missing({ source, not_recorded }: Session, ink: RenderContext['ink']): string {
  const missed = not_recorded.filter((facet) => facet === 'times' || facet === 'tokens');
  return missed.length > 0
    ? `${ink.dim(`${source} records no ${facetNames(missed).replace(', ', ' and no ')}`)}\n`
    : '';
}

export function parentLine({ parent }: Session, { ink, columns }: RenderContext): string {
  if (!parent) return '';
  const words = { subagent: 'sub-agent of', fork: 'fork of', resume: 'resumes', compaction: 'continues' }[
    parent.relation
  ];
  return `${ink.dim(`${words} ${fitMiddle(oneLine(parent.uid), columns - words.length - 1)}`)}\n`;
}
