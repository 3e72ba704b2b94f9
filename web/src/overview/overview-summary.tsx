import type { OverviewAnswer } from '../../../src/types.ts';
import { count, duration, money, plural } from '../format.ts';
import styles from './overview-summary.module.css';

/** The period in one sentence, compared with the previous one. */
export function OverviewSummary({
  days,
  answer: { now, before },
}: {
  readonly days: string;
  readonly answer: OverviewAnswer;
}) {
  const cost = now.usd === null ? `${count(now.tokens)} tokens` : money(now.usd, now.usd_is_exact);
  return (
    <p className={styles.summary}>
      {days === '1'
        ? 'Last day compared with the previous one'
        : `Last ${days} days compared with the previous ${days}`}
      : <b>{plural(now.sessions, 'session')}</b>
      {against(now.sessions, before.sessions)}, <b>{duration(now.active_s * 1000)}</b> active,{' '}
      {plural(now.steps, 'step')}, <b>{cost}</b>
      {now.usd !== null && before.usd !== null && against(now.usd, before.usd, 'less')}.{' '}
      {plural(now.failures, 'failure')}
      {against(now.failures, before.failures)},{' '}
      {now.open_failures === 0 ? 'none open' : <b>{count(now.open_failures)} open</b>}.{' '}
      {plural(now.retries, 'retry', 'retries')}
      {against(now.retries, before.retries)}.
    </p>
  );
}

/** The change from the previous period; empty when there is too little to compare. */
function against(now: number, before: number, less = 'fewer'): string {
  if (before < 5 || now === before) return '';
  const change = Math.round((now / before - 1) * 100);
  return change === 0 ? '' : ` (${Math.abs(change)} % ${change > 0 ? 'more' : less})`;
}
