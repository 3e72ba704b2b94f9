import { Fragment } from 'react';
import { outcomes } from '../../../src/types.ts';
import type { OverviewAnswer } from '../../../src/types.ts';
import { count } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import { useAgent } from '../parts/use-agent.ts';
import styles from './bars.module.css';
import type { PeriodLinks } from './period-links.ts';

const tones: Readonly<Record<string, string>> = { success: 'good', partial: 'mixed', failed: 'bad' };

/** Session outcomes of the period, and how many sessions each agent had. */
export function Outcomes({
  answer: { now, agents },
  links,
}: {
  readonly answer: OverviewAnswer;
  readonly links: PeriodLinks;
}) {
  const agentOf = useAgent();
  const all = Math.max(1, now.sessions);
  return (
    <Panel
      title="Outcomes"
      note={agents.map(({ source, sessions }, index) => (
        <Fragment key={source}>
          {index > 0 && ' · '}
          <Link to={links.sessions({ agent: source })}>
            {agentOf(source).name} {count(sessions)}
          </Link>
        </Fragment>
      ))}
    >
      <ol className={styles.bars}>
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <Link to={links.sessions({ outcome })} className={styles.name}>
              {outcome}
            </Link>
            <span className={styles.ground}>
              <span
                className={styles.bar}
                hidden={now.outcomes[outcome] === 0}
                data-tone={tones[outcome] ?? 'quiet'}
                style={{ width: `${(now.outcomes[outcome] / all) * 100}%` }}
              />
            </span>
            <span className={styles.value}>
              <b>{count(now.outcomes[outcome])}</b>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
