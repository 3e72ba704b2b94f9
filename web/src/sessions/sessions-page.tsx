import { Fragment, useEffect } from 'react';
import type { BrowseAnswer, BrowsedSession } from '../../../src/types.ts';
import { day } from '../format.ts';
import { useLive } from '../live.ts';
import { LoadMore } from '../parts/load-more.tsx';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { useRowShortcuts } from '../parts/use-row-shortcuts.ts';
import { navigate, setParams, useRoute } from '../router.ts';
import { usePages } from '../use-pages.ts';
import { Filters } from './filters.tsx';
import { filterOf } from './filter.ts';
import { Pinned } from './pinned.tsx';
import { SessionRow } from './session-row.tsx';
import styles from './sessions-page.module.css';

/** All sessions of all agents, newest first unless another order is selected, with child sessions nested. */
export function SessionsPage() {
  const { params } = useRoute();
  const filter = filterOf(params);
  const paged = usePages<BrowseAnswer, BrowsedSession>(
    '/sessions',
    { ...filter, sort: params.get('sort'), limit: 60 },
    sessionsOf,
  );
  useLive(paged.reload);
  useRowShortcuts();
  useEffect(() => {
    document.title = 'Sessions · stemma';
  }, []);
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>
          Sessions <span className={styles.count}>{paged.total?.toLocaleString('en')}</span>
        </h1>
        <Filters params={params} />
      </header>
      <ChosenToCompare params={params} />
      {!isFiltered && <Pinned />}
      {paged.error && <Failed error={paged.error} reload={paged.reload} />}
      {!paged.error && paged.total === undefined && <Busy what="Loading sessions" />}
      {paged.total === 0 && (isFiltered ? <NothingFits /> : <NothingHere />)}
      {paged.items.length > 0 && (
        <div className={styles.list}>
          {(params.has('sort') ? [{ title: 'All days', sessions: paged.items }] : byDay(paged.items)).map(
            ({ title, sessions }) => (
              <Fragment key={title}>
                <h2 className={styles.day}>{title}</h2>
                {sessions.map((session) => (
                  <SessionRow key={session.uid} session={session} depth={0} />
                ))}
              </Fragment>
            ),
          )}
        </div>
      )}
      <LoadMore paged={paged} />
    </div>
  );
}

const sessionsOf = { itemsOf: ({ sessions }: BrowseAnswer) => sessions, idOf: ({ uid }: BrowsedSession) => uid };

/** What to do after a session was chosen to be compared. */
function ChosenToCompare({ params }: { readonly params: URLSearchParams }) {
  if (!params.has('compare')) return null;
  return (
    <p className={styles.chosen} role="status">
      Press ⇄ on the session to compare with.{' '}
      <button type="button" className="button" onClick={() => setParams({ compare: null })}>
        Cancel
      </button>
    </p>
  );
}

function NothingFits() {
  return (
    <Empty title="No matching sessions">
      <button type="button" className="button" onClick={() => navigate('/sessions')}>
        Clear filters
      </button>
    </Empty>
  );
}

function NothingHere() {
  return (
    <Empty title="No sessions yet">
      <p>
        Run <code>stemma ingest</code> to read the sessions on this machine, or try <code>stemma demo</code> and{' '}
        <code>stemma serve --demo</code>.
      </p>
    </Empty>
  );
}

function byDay(
  sessions: readonly BrowsedSession[],
): readonly { readonly title: string; readonly sessions: readonly BrowsedSession[] }[] {
  const days = new Map<string, BrowsedSession[]>();
  for (const session of sessions) {
    const at = session.ended_at ?? session.started_at;
    const title = at === null ? 'No time recorded' : day(at);
    days.set(title, [...(days.get(title) ?? []), session]);
  }
  return [...days].map(([title, those]) => ({ title, sessions: those }));
}
