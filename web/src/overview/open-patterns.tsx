import type { Pattern } from '../../../src/types.ts';
import { count } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import styles from './lines.module.css';
import type { PeriodLinks } from './period-links.ts';

/** Recurring failures that are still open, the most relevant first. */
export function OpenPatterns({
  patterns,
  links,
}: {
  readonly patterns: readonly Pattern[];
  readonly links: PeriodLinks;
}) {
  return (
    <Panel title="Top open failures">
      {patterns.length === 0 && <p className={styles.none}>No failure is open.</p>}
      <ol className={styles.lines}>
        {patterns.map(({ fingerprint, message, count: times, trend }) => (
          <li key={fingerprint}>
            <Link to={links.errors({ open: '1', p: fingerprint })} className="transcript-text">
              {message || fingerprint}
            </Link>
            <span>
              {count(times)} open
              {trend.word !== 'steady' && `, ${trend.word}`}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
