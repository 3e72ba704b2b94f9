import type { ChangedPattern, OverviewAnswer, OverviewNumbers } from '../../../ask/overview/answer.ts';
import { number, plural, short } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { money } from '../../text/money.ts';
import { span } from '../../text/when.ts';
import { column, fit, wrap } from '../../text/width.ts';
import { baseName } from '../names.ts';
import { footer, sentence, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const overviewRenderer: QuestionRenderer<OverviewAnswer> = {
  examples: [
    { line: 'stemma overview', says: 'this week' },
    { line: 'stemma overview --days 30 --repo shop', says: 'a month in one repository' },
    { line: 'stemma overview --days 1 --json', says: 'today, for a program' },
  ],
  render: renderOverview,
};

/** One screen: numbers compared with the previous period, the days as bars, and what changed. */
export function renderOverview(answer: OverviewAnswer, context: RenderContext): string {
  const { now, before, days } = answer;
  const count = days.length / 2;
  const these = count === 1 ? 'today' : `the last ${number(count)} days`;
  if (now.sessions === 0 && now.steps === 0) {
    return sentence(
      `The archive has no activity ${count === 1 ? '' : 'in '}${these}. \`stemma ingest\` brings it up to date; --days N looks further back.`,
      context,
    );
  }
  return [
    `${context.ink.bold(count === 1 ? 'Today' : `Last ${number(count)} days`)}${context.ink.dim(` (in brackets: the previous ${count === 1 ? 'day' : number(count)})`)}\n\n`,
    numbers(now, before, context),
    `\n${bars(answer, context)}`,
    places(answer, context),
    changes(answer, context),
    footer('`stemma sessions`, `cost`, `patterns` and `unresolved` show more', context),
  ].join('');
}

function numbers(now: OverviewNumbers, before: OverviewNumbers, context: RenderContext): string {
  const against = (of: (numbers: OverviewNumbers) => string): string => `${of(now)} (${of(before)})`;
  const ended = Object.entries(now.outcomes).flatMap(([what, many]) =>
    many === 0 || what === 'unknown' ? [] : [`${number(many)} ${what}`],
  );
  return [
    row(
      'work',
      `${against(({ sessions }) => number(sessions))} sessions, ${against(({ steps }) => number(steps))} steps${now.active_s + before.active_s === 0 ? '' : `, ${against(({ active_s }) => span(active_s * 1000))} active`}`,
      context,
    ),
    row(
      'failures',
      `${against(({ failures }) => number(failures))}, ${against(({ open_failures }) => number(open_failures))} open, ${against(({ retries }) => number(retries))} retries`,
      context,
    ),
    ended.length === 0 ? '' : row('outcomes', ended.join(', '), context),
    now.tokens + before.tokens === 0
      ? ''
      : row(
          'cost',
          `${against(({ usd, usd_is_exact, tokens }) => (tokens === 0 ? '$0' : money(usd, { isExact: usd_is_exact })))}, ${against(({ tokens }) => short(tokens))} tokens`,
          context,
        ),
  ].join('');
}

/** Steps per day, with failures and cost. */
function bars({ days }: OverviewAnswer, { ink, columns }: RenderContext): string {
  const shown = days.slice(days.length / 2).slice(-mostBars);
  const most = Math.max(...shown.map(({ steps }) => steps), 1);
  const room = Math.max(8, Math.min(40, columns - 42));
  return shown
    .map(({ day, steps, failures, usd, usd_is_exact }) => {
      const bar = '█'.repeat(Math.ceil((steps / most) * room));
      const words =
        steps === 0
          ? ''
          : `${short(steps)}${failures > 0 ? `, ${plural(failures, 'failure')}` : ''}${usd ? `, ${money(usd, { isExact: usd_is_exact })}` : ''}`;
      return `${fit(`${ink.dim(day.slice(5))}     ${bar}${bar === '' ? '' : ' '}${ink.dim(words)}`, columns).trimEnd()}\n`;
    })
    .join('');
}

const mostBars = 31;

function places({ repos, agents }: OverviewAnswer, context: RenderContext): string {
  const inRepos = repos
    .slice(0, 5)
    .map(
      ({ repo, sessions, usd, usd_is_exact, tokens }) =>
        `${repo === null ? 'no repository' : oneLine(baseName(repo))} ${plural(sessions, 'session')}${tokens > 0 ? `, ${money(usd, { isExact: usd_is_exact })}` : ''}`,
    );
  const byAgents = agents.map(
    ({ source, sessions, steps }) => `${oneLine(source)} ${plural(sessions, 'session')}, ${plural(steps, 'step')}`,
  );
  return `\n${row('repos', `${inRepos.join('; ')}${repos.length > 5 ? '; …' : ''}`, context)}${row('agents', byAgents.join('; '), context)}`;
}

function changes({ changed, open }: OverviewAnswer, context: RenderContext): string {
  const { ink, columns } = context;
  const list = (
    name: string,
    patterns: readonly Pick<ChangedPattern, 'message' | 'count'>[],
    color: (text: string) => string,
  ): string =>
    patterns
      .slice(0, 5)
      .map(
        ({ message, count }, at) =>
          `${ink.dim((at === 0 ? name : '').padEnd(10))}${column(`${number(count)} ×`, 6, 'right')}  ${color(fit(shortPaths(message, context), columns - 18))}\n`,
      )
      .join('');
  const text =
    list('new', changed.new_patterns, ink.red) +
    list('fixed', changed.solved_patterns, ink.green) +
    list(
      'open',
      open.filter(({ fingerprint }) => !changed.new_patterns.some((other) => other.fingerprint === fingerprint)),
      ink.yellow,
    );
  return text === '' ? '\n' : `\n${text}\n`;
}

function row(name: string, value: string, { ink, columns }: RenderContext): string {
  return wrap(value, columns - 10)
    .map((line, at) => `${ink.dim((at === 0 ? name : '').padEnd(10))}${line}\n`)
    .join('');
}
