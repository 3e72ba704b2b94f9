import type { OverviewRepo } from '../../../src/types.ts';
import { count, money, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import styles from './bars.module.css';
import type { PeriodLinks } from './period-links.ts';

/** Cost by repository. */
export function Repositories({
  repos,
  links,
}: {
  readonly repos: readonly OverviewRepo[];
  readonly links: PeriodLinks;
}) {
  const weigh = ({ usd, tokens }: OverviewRepo) => usd ?? tokens / 1e6;
  const max = Math.max(...repos.map(weigh), 1e-9);
  if (repos.length === 0) return null;
  return (
    <Panel title="Cost by repository">
      <ol className={styles.bars}>
        {repos.map((repo) => (
          <li key={repo.repo ?? ''}>
            {repo.repo === null ? (
              <span className={styles.name}>no repository</span>
            ) : (
              <Link to={links.sessions({ repo: repo.repo })} className={styles.name}>
                {repo.repo}
              </Link>
            )}
            <span className={styles.ground}>
              <span className={styles.bar} style={{ width: `${(weigh(repo) / max) * 100}%` }} />
            </span>
            <span className={styles.value}>
              <b>{repo.usd === null ? `${count(repo.tokens)} tokens` : money(repo.usd, repo.usd_is_exact)}</b>{' '}
              {repo.sessions > 0 && plural(repo.sessions, 'session')}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
