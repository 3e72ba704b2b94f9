import type { ChangedPattern, OverviewChanges } from '../../../src/types.ts';
import { plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import styles from './lines.module.css';
import type { PeriodLinks } from './period-links.ts';

/** Patterns that are new or were fixed since the previous period. */
export function Changes({
  changed: { new_patterns, solved_patterns },
  links,
}: {
  readonly changed: OverviewChanges;
  readonly links: PeriodLinks;
}) {
  const nothing = new_patterns.length + solved_patterns.length === 0;
  return (
    <Panel title="Changes">
      {nothing && <p className={styles.none}>No new or fixed failures.</p>}
      <Causes title="New failures" causes={new_patterns} links={links} />
      <Causes title="Fixed" causes={solved_patterns} links={links} />
    </Panel>
  );
}

function Causes({
  title,
  causes,
  links,
}: {
  readonly title: string;
  readonly causes: readonly ChangedPattern[];
  readonly links: PeriodLinks;
}) {
  if (causes.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      <ol className={styles.lines}>
        {causes.map(({ fingerprint, message, count: times }) => (
          <li key={fingerprint}>
            <Link to={links.errors({ p: fingerprint })} className="transcript-text">
              {message || fingerprint}
            </Link>
            <span>{plural(times, 'time')}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
