import { useState } from 'react';
import type { FileChange, FileHistoryAnswer, FileSession, Session } from '../../../../src/types.ts';
import { day, plural } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { Busy, Failed } from '../../parts/notice.tsx';
import { linkToSession } from '../../router.ts';
import { useAnswer } from '../../use-answer.ts';
import { ChangeDiff } from './change-diff.tsx';
import styles from './files.module.css';

const firstChanges = 10;
const mostChanges = 500;

/** All changes of one file in order, and the other sessions that changed it. */
export function FileHistory({
  session,
  path,
  close,
  onStep,
}: {
  readonly session: Session;
  readonly path: string;
  readonly close: () => void;
  readonly onStep: (change: FileChange, why: boolean) => void;
}) {
  const [limit, setLimit] = useState(firstChanges);
  const [shown, setShown] = useState<FileHistoryAnswer | undefined>();
  const { answer, error, isLoading, reload } = useAnswer<FileHistoryAnswer>('/file-history', {
    path,
    session: session.uid,
    limit,
  });
  // While more changes are loading, those that are here stay.
  if (answer && answer !== shown) setShown(answer);
  const latest = answer ?? shown;
  return (
    <section className={styles.history} aria-label={`Changes of ${path}`}>
      <header className={styles.historyHead}>
        <button type="button" className="button" onClick={close}>
          All files
        </button>
        <h2 className="transcript-text">{path}</h2>
        {latest && <span>{plural(latest.total, 'change')}</span>}
      </header>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keys. */}
      <div className={styles.changes} tabIndex={0} role="region" aria-label="Changes">
        {error && <Failed error={error} reload={reload} />}
        {!latest && !error && <Busy what="Loading changes" />}
        {latest && <OtherSessions sessions={latest.sessions} isCut={latest.sessions_truncated} own={session.uid} />}
        {latest?.changes.map((change, index) => (
          <ChangeDiff key={change.step.id} change={change} number={index + 1} path={path} onStep={onStep} />
        ))}
        {latest && latest.truncated && limit < mostChanges && (
          <button
            type="button"
            className="button"
            disabled={isLoading}
            onClick={() => setLimit(Math.min(mostChanges, limit * 5))}
          >
            {isLoading ? 'Loading more' : `Show more (${plural(latest.total - latest.changes.length, 'change')} left)`}
          </button>
        )}
      </div>
    </section>
  );
}

/** The same file in other sessions. */
function OtherSessions({
  sessions,
  isCut,
  own,
}: {
  readonly sessions: readonly FileSession[];
  readonly isCut: boolean;
  readonly own: string;
}) {
  const others = sessions.filter(({ uid }) => uid !== own);
  if (others.length === 0) return null;
  return (
    <details className={styles.others}>
      <summary>
        Also changed in {isCut && '≥ '}
        {plural(others.length, 'other session')}
      </summary>
      <ul>
        {others.map(({ uid, title, path, edits, last_at: lastAt }) => (
          <li key={uid}>
            <Link to={linkToSession(uid, { view: 'files', file: path })} className="transcript-text">
              {title ?? uid}
            </Link>
            <span>
              {plural(edits, 'edit')}
              {lastAt !== null && `, ${day(lastAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
