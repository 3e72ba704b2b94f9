import type { OverviewDay } from '../../../src/types.ts';
import { count, day as dayName, money, plural } from '../format.ts';
import { Panel } from '../parts/panel.tsx';
import styles from './day-bars.module.css';

/** Steps and failures per day; the days of the previous period are pale. */
export function DayBars({ days }: { readonly days: readonly OverviewDay[] }) {
  const maxSteps = Math.max(1, ...days.map(({ steps }) => steps));
  const maxFailures = Math.max(1, ...days.map(({ failures }) => failures));
  return (
    <Panel
      title="Activity"
      note={`steps above the line (max ${count(maxSteps)} a day), failures below (max ${count(maxFailures)} a day)`}
    >
      <ol className={styles.days}>
        {days.map((day, index) => (
          <li key={day.day} className={styles.day} data-before={index < days.length / 2} title={dayLabel(day)}>
            <span className={styles.steps} style={{ height: Math.ceil((day.steps / maxSteps) * 90) }} />
            <span className={styles.failures} style={{ height: Math.ceil((day.failures / maxFailures) * 28) }} />
            <span className="hidden-label">{dayLabel(day)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.ends}>
        <span>{days[0] && dayName(days[0].day)}</span>
        <span>{days.at(-1) && dayName(days.at(-1)!.day)}</span>
      </p>
    </Panel>
  );
}

function dayLabel({ day, sessions, steps, failures, usd, usd_is_exact }: OverviewDay): string {
  return `${dayName(day)}: ${plural(sessions, 'session')}, ${plural(steps, 'step')}, ${plural(failures, 'failure')}${usd === null ? '' : `, ${money(usd, usd_is_exact)}`}`;
}
