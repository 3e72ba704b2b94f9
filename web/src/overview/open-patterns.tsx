import type { Pattern } from '../../../src/types.ts';
import { count } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import { linkTo } from '../router.ts';
import styles from './lines.module.css';

/** Recurring failures that are still open, the most relevant first. */
export function OpenPatterns({ patterns }: { readonly patterns: readonly Pattern[] }) {
  return (
    <Panel title="Top open failures">
      {patterns.length === 0 && <p className={styles.none}>No recurring failure is open.</p>}
      <ol className={styles.lines}>
        {patterns.map(({ fingerprint, message, count: times, resolved, trend }) => (
          <li key={fingerprint}>
            <Link to={linkTo('/errors', { p: fingerprint })} className="transcript-text">
              {message || fingerprint}
            </Link>
            <span>
              {count(times - resolved)} open of {count(times)}
              {trend.word !== 'steady' && `, ${trend.word}`}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
