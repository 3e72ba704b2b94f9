import { useEffect } from 'react';
import type { OverviewAnswer } from '../../../src/types.ts';
import { useLive } from '../live.ts';
import { Select } from '../parts/select.tsx';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { setParams, useRoute } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import { Changes } from './changes.tsx';
import { DayBars } from './day-bars.tsx';
import { OpenPatterns } from './open-patterns.tsx';
import { Outcomes } from './outcomes.tsx';
import styles from './overview-page.module.css';
import { Repositories } from './repositories.tsx';
import { OverviewSummary } from './overview-summary.tsx';

/** Activity, cost, outcomes, open failures and changes of the last days. */
export function OverviewPage() {
  const { params } = useRoute();
  const days = params.get('days') ?? '7';
  const { answer, error, reload } = useAnswer<OverviewAnswer>('/overview', { days });
  useLive(reload);
  useEffect(() => {
    document.title = 'stemma';
  }, []);
  if (error && !answer) return <Failed error={error} reload={reload} />;
  if (!answer) return <Busy what="Loading overview" />;
  if (answer.now.sessions === 0 && answer.before.sessions === 0) return <NothingLately days={days} />;
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Overview</h1>
        <Select
          label="Time"
          any="Last 7 days"
          value={days === '7' ? '' : days}
          options={spans}
          select={(value) => setParams({ days: value })}
        />
      </header>
      <OverviewSummary days={days} answer={answer} />
      <DayBars days={answer.days} />
      <div className={styles.columns}>
        <Repositories repos={answer.repos} />
        <Outcomes answer={answer} />
        <OpenPatterns patterns={answer.open} />
        <Changes changed={answer.changed} />
      </div>
    </div>
  );
}

const spans = [
  { value: '1', name: 'Last day' },
  { value: '30', name: 'Last 30 days' },
  { value: '90', name: 'Last 90 days' },
];

function NothingLately({ days }: { readonly days: string }) {
  return (
    <Empty title={`No sessions in the last ${days} days or the ${days} before`}>
      <p>
        Run <code>stemma ingest</code> to read the sessions on this machine, or select a longer period.
      </p>
      {days !== '90' && (
        <button type="button" className="button" onClick={() => setParams({ days: '90' })}>
          Last 90 days
        </button>
      )}
    </Empty>
  );
}
