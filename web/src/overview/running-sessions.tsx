import type { BrowseAnswer } from '../../../src/types.ts';
import { clock, plural } from '../format.ts';
import { useLive } from '../live.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import { useAgent } from '../parts/use-agent.ts';
import { linkToSession } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './lines.module.css';

/** Sessions whose agent is at work. A session runs only if it was active within ten minutes, so few are asked for. */
export function RunningSessions() {
  const { answer, reload } = useAnswer<BrowseAnswer>('/sessions', { since: '1h', limit: 50 });
  const agentOf = useAgent();
  useLive(reload);
  const running = (answer?.sessions ?? []).filter((session) => session.running);
  if (running.length === 0) return null;
  return (
    <Panel title="Running now" note={plural(running.length, 'session')}>
      <ol className={styles.lines}>
        {running.map(({ uid, title, repo, source, ended_at }) => (
          <li key={uid}>
            <Link to={linkToSession(uid)} className="transcript-text">
              {title ?? 'Untitled'}
            </Link>
            <span>
              {[agentOf(source).name, repo, ended_at && `active at ${clock(ended_at)}`].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
