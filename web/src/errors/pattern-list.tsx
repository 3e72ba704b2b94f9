import type { Pattern, PatternsAnswer } from '../../../src/types.ts';
import { count, fixTime, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { useRowShortcuts } from '../parts/use-row-shortcuts.ts';
import { linkTo } from '../router.ts';
import { ErrorFilters } from './error-filters.tsx';
import { openOf } from './filter.ts';
import styles from './pattern-list.module.css';

/** Failure patterns, the most relevant first unless another order is selected. */
export function PatternList({
  answer,
  shown,
  muted,
  selected,
  params,
}: {
  readonly answer: PatternsAnswer;
  readonly shown: readonly Pattern[];
  /** How many of them this browser does not list. */
  readonly muted: number;
  readonly selected: string | undefined;
  readonly params: URLSearchParams;
}) {
  useRowShortcuts();
  const filter = Object.fromEntries(params);
  return (
    <nav className={styles.list} aria-label="Failure patterns" data-keeps-scroll="patterns">
      <header className={styles.head}>
        <h1>Errors</h1>
        <p>
          {plural(answer.failures, params.get('open') === '1' ? 'open failure' : 'failure')} in{' '}
          {plural(answer.total, 'pattern')}
          {answer.truncated && <>, the {count(answer.patterns.length)} most relevant shown</>}.
        </p>
        <ErrorFilters params={params} muted={muted} />
      </header>
      <ol>
        {shown.map((pattern) => (
          <li key={pattern.fingerprint}>
            <Link
              to={linkTo('/errors', { ...filter, p: pattern.fingerprint })}
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
      {shown.length === 0 && <p className={styles.none}>No failures within the filters.</p>}
    </nav>
  );
}

/** How many failures of a pattern were fixed, as a bar and as text. */
function FixedShare({ pattern }: { readonly pattern: Pattern }) {
  const { count: all, resolved, unverified } = pattern;
  const open = openOf(pattern);
  const words = [
    open > 0 && `${count(open)} open`,
    unverified > 0 && `${count(unverified)} not verified`,
    open + unverified === 0 && (resolved === all ? 'all fixed' : 'none open'),
  ];
  return (
    <>
      <meter className={styles.bar} min={0} max={all} value={all - open} aria-label={`${open} of ${all} open`} />
      <span>{words.filter(Boolean).join(', ')}</span>
    </>
  );
}
