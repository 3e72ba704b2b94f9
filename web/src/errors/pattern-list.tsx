import type { Pattern, PatternsAnswer } from '../../../src/types.ts';
import { count, fixTime, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { useRowShortcuts } from '../parts/use-row-shortcuts.ts';
import { linkTo } from '../router.ts';
import styles from './pattern-list.module.css';

/** Failure patterns, the most relevant first. */
export function PatternList({
  answer,
  shown,
  selected,
  repo,
  onlyOpen,
}: {
  readonly answer: PatternsAnswer;
  readonly shown: readonly Pattern[];
  readonly selected: string | undefined;
  readonly repo: string | null;
  readonly onlyOpen: boolean;
}) {
  useRowShortcuts();
  return (
    <nav className={styles.list} aria-label="Failure patterns">
      <header className={styles.head}>
        <h1>Errors</h1>
        <p>
          {plural(answer.failures, 'failure')} in {plural(answer.total, 'pattern')}
          {repo !== null && <> in {repo}</>}
          {answer.truncated && <>, the most relevant shown</>}.
        </p>
        <div className={styles.filters}>
          <Link
            className="button"
            to={linkTo('/errors', { repo, open: onlyOpen ? null : '1' })}
            aria-current={onlyOpen}
          >
            {onlyOpen ? 'Show all' : 'Open only'}
          </Link>
          {repo !== null && (
            <Link className="button" to={linkTo('/errors', { open: onlyOpen ? '1' : null })}>
              All repositories
            </Link>
          )}
        </div>
      </header>
      <ol>
        {shown.map((pattern) => (
          <li key={pattern.fingerprint}>
            <Link
              to={linkTo('/errors', { p: pattern.fingerprint, repo, open: onlyOpen ? '1' : null })}
              className={styles.pattern}
              aria-current={pattern.fingerprint === selected ? 'true' : undefined}
              data-row=""
            >
              <span className={`${styles.message} transcript-text`}>
                {pattern.message || pattern.fingerprint || 'No message'}
              </span>
              <span className={styles.facts}>
                <b>{count(pattern.count)} ×</b>
                <FixedShare pattern={pattern} />
                {pattern.median_minutes !== null && <span>median time to fix {fixTime(pattern.median_minutes)}</span>}
                {pattern.trend.word !== 'steady' && (
                  <span className={styles.trend} data-word={pattern.trend.word}>
                    {pattern.trend.word}
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {shown.length === 0 && <p className={styles.none}>No open failures.</p>}
    </nav>
  );
}

/** How many failures of a pattern were fixed, as a bar and as text. */
export function FixedShare({
  pattern: { count: all, resolved },
}: {
  readonly pattern: Pick<Pattern, 'count' | 'resolved'>;
}) {
  const open = all - resolved;
  return (
    <>
      <meter className={styles.bar} min={0} max={all} value={resolved} aria-label={`${resolved} of ${all} fixed`} />
      <span>{open === 0 ? 'all fixed' : `${count(open)} open`}</span>
    </>
  );
}
