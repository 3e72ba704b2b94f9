import { outcomes } from '../../../src/types.ts';
import type { OverviewAnswer, Outcome } from '../../../src/types.ts';
import { count } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import { linkTo } from '../place.ts';
import { useAgent } from '../parts/use-agent.ts';
import styles from './bars.module.css';

const words: Readonly<Record<Outcome, { readonly name: string; readonly tone: string }>> = {
  success: { name: 'reached its aim', tone: 'good' },
  fail: { name: 'failed', tone: 'bad' },
  abandoned: { name: 'left undone', tone: 'quiet' },
  unknown: { name: 'nothing tells', tone: 'quiet' },
};

/** How the sessions of these days ended, and whose they were. */
export function Outcomes({ answer: { now, agents } }: { readonly answer: OverviewAnswer }) {
  const agentOf = useAgent();
  const all = Math.max(1, now.sessions);
  return (
    <Panel
      title="How sessions ended"
      note={agents.map(({ source, sessions }) => `${agentOf(source).name} ${count(sessions)}`).join(' · ')}
    >
      <ol className={styles.bars}>
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <Link to={linkTo('/sessions', { outcome, from: 'week' })} className={styles.name}>
              {words[outcome].name}
            </Link>
            <span className={styles.ground}>
              <span
                className={styles.bar}
                data-tone={words[outcome].tone}
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
