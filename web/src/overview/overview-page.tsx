import { useEffect } from 'react';
import type { OverviewAnswer } from '../../../src/types.ts';
import { useLive } from '../live.ts';
import { Link } from '../parts/link.tsx';
import { Select } from '../parts/select.tsx';
import { Busy, Failed } from '../parts/notice.tsx';
import { setParams, useRoute } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import { Changes } from './changes.tsx';
import { DayBars } from './day-bars.tsx';
import { NothingLately } from './nothing-lately.tsx';
import { OpenPatterns } from './open-patterns.tsx';
import { Outcomes } from './outcomes.tsx';
import styles from './overview-page.module.css';
import { linksFor } from './period-links.ts';
import { Repositories } from './repositories.tsx';
import { RunningSessions } from './running-sessions.tsx';
import { OverviewSummary } from './overview-summary.tsx';
import { Tour } from './tour.tsx';

/** Activity, cost, outcomes, open failures and changes of the last days. */
export function OverviewPage() {
  const { params } = useRoute();
  const days = daysIn(params.get('days'));
  const { answer, error, reload } = useAnswer<OverviewAnswer>('/overview', { days });
  useLive(reload);
  useEffect(() => {
    document.title = 'stemma';
  }, []);
  if (error && !answer) return <Failed error={error} reload={reload} />;
  if (!answer) return <Busy what="Loading overview" />;
  if (answer.now.sessions === 0 && answer.before.sessions === 0)
    return <NothingLately days={days} now={answer.until} />;
  const links = linksFor(answer);
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Overview</h1>
        <Select
          label="Time"
          any="Last 7 days"
          value={days === 7 ? '' : String(days)}
          options={spans.some(({ value }) => value === String(days)) || days === 7 ? spans : [...spans, spanOf(days)]}
          select={(value) => setParams({ days: value })}
        />
        <Link to="/setup" className="button">
          Setup
        </Link>
      </header>
      <Tour />
      <OverviewSummary days={days} answer={answer} links={links} />
      <RunningSessions />
      <DayBars days={answer.days} />
      <div className={styles.columns}>
        <Repositories repos={answer.repos} links={links} />
        <Outcomes answer={answer} links={links} />
        <OpenPatterns patterns={answer.open} links={links} />
        <Changes changed={answer.changed} links={links} />
      </div>
    </div>
  );
}

const spans = [
  { value: '1', name: 'Last day' },
  { value: '30', name: 'Last 30 days' },
  { value: '90', name: 'Last 90 days' },
];

function spanOf(days: number) {
  return { value: String(days), name: `Last ${days} days` };
}

/** A link may hold anything. */
function daysIn(text: string | null): number {
  const days = Number(text ?? 7);
  return Number.isInteger(days) && days >= 1 && days <= 366 ? days : 7;
}
