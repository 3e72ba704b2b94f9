import type { Pattern, PatternsAnswer } from '../../../ask/patterns/patterns.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { day, span } from '../../text/when.ts';
import { fit } from '../../text/width.ts';
import { enoughCases, fixLine, percent } from './fix-line.ts';
import { shortId } from '../names.ts';
import { footer, sentence, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { storyLine as line, storyMargin } from './story-lines.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const patternsRenderer: QuestionRenderer<PatternsAnswer> = {
  examples: [
    { line: 'stemma patterns', says: 'what fails most, everywhere' },
    { line: 'stemma patterns --repo shop --since 30d', says: 'in one repository, lately' },
    { line: 'stemma patterns --agent codex --min-count 5 --json', says: 'what Codex runs into, for a program' },
  ],
  limits: { json: 100 },
  render: renderPatterns,
};

/** Each pattern in a few lines: count, places, times, share fixed, fixes that work and fixes that never did. */
export function renderPatterns(
  { patterns, total, failures, truncated }: PatternsAnswer,
  context: RenderContext,
): string {
  if (patterns.length === 0) {
    return sentence(
      'No failure occurred more than once. --min-count 1 shows single ones; `stemma ingest` reads what is new, and `stemma rebuild` analyzes an archive of an older version again.',
      context,
    );
  }
  const text = patterns.map((pattern) => block(pattern, context)).join('\n');
  const count = `${truncated ? `${number(patterns.length)} of ` : ''}${plural(total, 'pattern')}, ${plural(failures, 'failure')}${truncated ? '; --limit N shows more' : ''}`;
  return `${text}\n${footer(count, context)}${footer(`\`stemma similar ${shortId(patterns[0]!.chain)}\` shows its failures`, context)}`;
}

function block(pattern: Pattern, context: RenderContext): string {
  const { ink, columns } = context;
  const {
    count,
    message,
    kind,
    sessions,
    sessions_is_exact,
    repos,
    sources,
    resolved,
    retried,
    unverified,
    median_minutes: minutes,
    fixes,
    anti_patterns,
  } = pattern;
  const head = `${number(count)} ×`;
  const mark = kind === 'real' ? '' : ` [${kind}]`;
  const room = columns - storyMargin;
  let text = `${ink.bold(head.padStart(6))}  ${ink.red(fit(shortPaths(message, context), columns - 8 - mark.length))}${ink.yellow(mark)}\n`;
  text += line(
    'where',
    fit(
      sessions === 0
        ? 'entered manually'
        : `${sessions_is_exact ? '' : '≥ '}${plural(sessions, 'session')} of ${named(repos, 'no repository')} · ${named(sources, 'unknown agents')}`,
      room,
    ),
    context,
  );
  text += line('when', fit(when(pattern), room), context);
  const share = count < enoughCases ? '' : ` (${percent(pattern.resolved_low)}–${percent(pattern.resolved_high)} %)`;
  const rest = `${retried > 0 ? `, ${number(retried)} went away on retry` : ''}${unverified > 0 ? `, ${number(unverified)} more not verified` : ''}${minutes ? `, median time to fix ${span(minutes * 60_000)}` : ''}`;
  text += line('fixed', fit(`${number(resolved)} of ${number(count)}${share}${rest}`, room), context);
  fixes.slice(0, 3).forEach((fix, index) => (text += fixLine(index === 0 ? 'fixed by' : 'or by', fix, context)));
  for (const fix of anti_patterns.slice(0, 3)) text += fixLine('never by', fix, context);
  return text + line('see', ink.dim(shortId(pattern.chain)), context);
}

function named(names: readonly string[], none: string): string {
  if (names.length === 0) return none;
  const shown = names.slice(0, mostNames).map(oneLine).join(', ');
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}

/** With more, the agents would not fit behind the repositories. */
const mostNames = 2;

function when({ first_at, last_at, trend }: Pattern): string {
  if (first_at === null || last_at === null) return 'unknown';
  const days = day(first_at) === day(last_at) ? day(last_at) : `${day(first_at)} to ${day(last_at)}`;
  const counts =
    trend.word === 'quiet'
      ? 'not in the last 30 days'
      : `${number(trend.now)} in 30 days, ${number(trend.before)} before`;
  return trend.word === 'quiet' ? `${days}; ${counts}` : `${days}; ${trend.word}: ${counts}`;
}
