import type { OverviewDay } from '../../../src/types.ts';
import { count, money, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import { dayName } from '../parts/period.ts';
import { linkTo } from '../router.ts';
import styles from './day-bars.module.css';

/** Steps and failures per day; each day leads to its sessions. The days of the previous period are pale. */
export function DayBars({ days }: { readonly days: readonly OverviewDay[] }) {
  const maxSteps = Math.max(1, ...days.map(({ steps }) => steps));
  const maxFailures = Math.max(1, ...days.map(({ failures }) => failures));
  const half = days.length / 2;
  const every = Math.ceil(days.length / maxLabels);
  return (
    <Panel
      title="Activity"
      note="steps above the line, failures below, by the day on which a session was last active (UTC)"
    >
      <div className={styles.chart}>
        <div className={styles.axis} aria-hidden="true">
          <span>{count(maxSteps)} steps</span>
          <span>0</span>
          <span>{plural(maxFailures, 'failure')}</span>
        </div>
        <ol className={styles.days}>
          {days.map((day, index) => (
            <li key={day.day} className={styles.day} data-before={index < half}>
              <Link
                to={linkTo('/sessions', { from: day.day, to: day.day })}
                title={dayLabel(day)}
                aria-label={dayLabel(day)}
              >
                <span className={styles.steps} style={{ height: Math.ceil((day.steps / maxSteps) * 90) }} />
                <span className={styles.failures} style={{ height: Math.ceil((day.failures / maxFailures) * 28) }} />
              </Link>
              {(days.length - 1 - index) % every === 0 && (
                <span
                  className={styles.date}
                  data-minor={((days.length - 1 - index) / every) % 2 === 1}
                  aria-hidden="true"
                >
                  {dayName(day.day, false)}
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
      <p className={styles.halves}>
        <span>previous {plural(half, 'day')}</span>
        <span>last {plural(half, 'day')}</span>
      </p>
    </Panel>
  );
}

/** More dates than this do not fit beside each other. */
const maxLabels = 7;

function dayLabel({ day, sessions, steps, failures, usd, usd_is_exact }: OverviewDay): string {
  return `${dayName(day)}: ${plural(sessions, 'session')}, ${plural(steps, 'step')}, ${plural(failures, 'failure')}${usd === null ? '' : `, ${money(usd, usd_is_exact)}`}`;
}
