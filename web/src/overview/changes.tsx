import type { ChangedPattern, OverviewChanges } from '../../../src/types.ts';
import { plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import { linkTo } from '../router.ts';
import styles from './lines.module.css';

/** Patterns that are new or were fixed since the previous period. */
export function Changes({ changed: { new_patterns, solved_patterns } }: { readonly changed: OverviewChanges }) {
  const nothing = new_patterns.length + solved_patterns.length === 0;
  return (
    <Panel title="Changes">
      {nothing && <p className={styles.none}>No new or fixed failures.</p>}
      <Causes title="New failures" causes={new_patterns} />
      <Causes title="Fixed" causes={solved_patterns} />
    </Panel>
  );
}

function Causes({ title, causes }: { readonly title: string; readonly causes: readonly ChangedPattern[] }) {
  if (causes.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      <ol className={styles.lines}>
        {causes.map(({ fingerprint, message, count: times }) => (
          <li key={fingerprint}>
            <Link to={linkTo('/errors', { p: fingerprint })} className="transcript-text">
              {message || fingerprint}
            </Link>
            <span>{plural(times, 'time')}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
