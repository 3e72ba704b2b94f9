import type { ReactNode } from 'react';
import type { BrowseAnswer, OverviewAnswer, PatternsAnswer } from '../../../src/types.ts';
import { count, duration, money, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { dayName } from '../parts/period.ts';
import { linkTo } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './overview-summary.module.css';
import type { PeriodLinks } from './period-links.ts';

/** The period in a few numbers, each compared with the previous period and leading to what it counts. */
export function OverviewSummary({
  days,
  answer: { now, before, since, until },
  links,
}: {
  readonly days: number;
  readonly answer: OverviewAnswer;
  readonly links: PeriodLinks;
}) {
  // The lists that the numbers lead to: what they count is shown here.
  const failed = useAnswer<BrowseAnswer>('/sessions', { failed: true, since, ended_by: until, limit: 1 }).answer;
  const open = useAnswer<PatternsAnswer>('/errors/patterns', {
    since,
    until,
    states: 'open,failed',
    min_count: 1,
    limit: 1,
  }).answer;
  const previous = days === 1 ? 'the previous day' : `the previous ${days} days`;
  return (
    <>
      <p className={styles.period}>
        {links.from === links.to ? dayName(links.to) : `${dayName(links.from, false)} to ${dayName(links.to)}`},
        compared with {previous}. Days are UTC.
      </p>
      <dl className={styles.figures}>
        <Figure name="sessions" to={links.sessions()} value={count(now.sessions)}>
          {against(now.sessions, before.sessions)}
        </Figure>
        <Figure name="active" value={duration(now.active_s * 1000)}>
          {plural(now.steps, 'step')}
        </Figure>
        <Figure
          name={now.usd === null ? 'tokens' : 'cost'}
          to={linkTo('/cost', { days: String(days) })}
          value={now.usd === null ? count(now.tokens) : money(now.usd, now.usd_is_exact)}
        >
          {now.usd === null ? null : against(now.usd, before.usd ?? 0, (usd) => money(usd))}
        </Figure>
        <Figure
          name="sessions with failures"
          to={links.sessions({ failed: '1' })}
          value={failed ? count(failed.total) : '…'}
        >
          {plural(now.failures, 'failure')}, {plural(now.retries, 'retry', 'retries')}
        </Figure>
        <Figure
          name="open failures"
          to={links.errors({ open: '1' })}
          value={open ? count(open.failures) : '…'}
          isBad={(open?.failures ?? 0) > 0}
        >
          {open && open.total > 0 ? `in ${plural(open.total, 'pattern')}` : null}
        </Figure>
      </dl>
    </>
  );
}

function Figure({
  name,
  value,
  to,
  isBad = false,
  children,
}: {
  readonly name: string;
  readonly value: string;
  readonly to?: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.figure} data-tone={isBad ? 'bad' : undefined}>
      <dt>{name}</dt>
      <dd>
        {to === undefined ? (
          <b>{value}</b>
        ) : (
          <Link to={to} aria-label={`${value} ${name}`}>
            {value}
          </Link>
        )}
        <span>{children}</span>
      </dd>
    </div>
  );
}

/** The change from the previous period, with the number it is compared with. */
function against(now: number, before: number, shown: (value: number) => string = count): string {
  if (now === before) return 'as many as before';
  if (before === 0) return 'none before';
  const change = Math.round((now / before - 1) * 100);
  return `${change > 0 ? '+' : '−'}${Math.abs(change)} % from ${shown(before)}`;
}
