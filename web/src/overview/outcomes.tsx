import { outcomes } from '../../../src/types.ts';
import type { OverviewAnswer } from '../../../src/types.ts';
import { count } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import { linkTo } from '../router.ts';
import { useAgent } from '../parts/use-agent.ts';
import styles from './bars.module.css';

const tones: Readonly<Record<string, string>> = { success: 'good', partial: 'mixed', failed: 'bad' };

/** Session outcomes of the period, and how many sessions each agent had. */
export function Outcomes({ answer: { now, agents } }: { readonly answer: OverviewAnswer }) {
  const agentOf = useAgent();
  const all = Math.max(1, now.sessions);
  return (
    <Panel
      title="Outcomes"
      note={agents.map(({ source, sessions }) => `${agentOf(source).name} ${count(sessions)}`).join(' · ')}
    >
      <ol className={styles.bars}>
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <Link to={linkTo('/sessions', { outcome, from: 'week' })} className={styles.name}>
              {outcome}
            </Link>
            <span className={styles.ground}>
              <span
                className={styles.bar}
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
