import type { OverviewAnswer } from '../../../src/types.ts';
import { count, duration, money, plural } from '../format.ts';
import styles from './sentence.module.css';

/** The whole overview in a sentence or two. */
export function Sentence({
  days,
  answer: { now, before, open },
}: {
  readonly days: string;
  readonly answer: OverviewAnswer;
}) {
  const cost = now.usd === null ? `${count(now.tokens)} tokens` : money(now.usd);
  return (
    <p className={styles.sentence}>
      {days === '1'
        ? 'Last day compared with the previous one'
        : `Last ${days} days compared with the previous ${days}`}
      : <b>{plural(now.sessions, 'session')}</b>
      {against(now.sessions, before.sessions)}, <b>{duration(now.active_s * 1000)}</b> active,{' '}
      {plural(now.steps, 'step')}, <b>{cost}</b>
      {now.usd !== null && before.usd !== null && against(now.usd, before.usd, 'less')}.{' '}
      {plural(now.failures, 'failure')}
      {against(now.failures, before.failures)},{' '}
      {open.length === 0 ? (
        'no recurring failure open'
      ) : (
        <b>
          {open.length < mostOpen ? plural(open.length, 'recurring failure') : `${mostOpen}+ recurring failures`} open
        </b>
      )}
      . {plural(now.retries, 'retry', 'retries')}
      {against(now.retries, before.retries)}.
    </p>
  );
}

/** The answer names no more of them. */
const mostOpen = 5;

/** How it compares with as many days before; nothing when there is little to compare. */
function against(now: number, before: number, less = 'fewer'): string {
  if (before < 5 || now === before) return '';
  const change = Math.round((now / before - 1) * 100);
  return change === 0 ? '' : ` (${Math.abs(change)} % ${change > 0 ? 'more' : less})`;
}
