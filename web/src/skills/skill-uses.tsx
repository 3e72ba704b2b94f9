import type { SkillAnswer } from '../../../src/types.ts';
import { segment } from '../api.ts';
import { clock, count, day, duration } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Busy, Failed } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import table from '../parts/table.module.css';
import { linkToSession, setParams } from '../router.ts';
import { useAnswer } from '../use-answer.ts';

/** The last uses of one skill, each with its session. */
export function SkillUses({ name }: { readonly name: string }) {
  const { answer, error, reload } = useAnswer<SkillAnswer>(`/skills/${segment(name)}`, { limit: 20 });
  if (error) return <Failed error={error} reload={reload} />;
  if (!answer) return <Busy what="Loading uses" />;
  return (
    <Panel
      title={`Last uses of ${answer.skill.skill_name}`}
      note={
        <>
          {count(answer.uses.length)} of {count(answer.total)}{' '}
          <button type="button" className="button" onClick={() => setParams({ skill: null })}>
            Close
          </button>
        </>
      }
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Session</th>
            <th scope="col">Repository</th>
            <th scope="col">Phase</th>
            <th scope="col">Outcome</th>
            <th scope="col" className={table.number}>
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.uses.map((use) => (
            <tr key={use.id}>
              <td>{use.at === null ? '–' : `${day(use.at)} ${clock(use.at).slice(0, 5)}`}</td>
              <td className="transcript-text">
                {use.session === null ? (
                  'no session'
                ) : (
                  <Link to={linkToSession(use.session)}>
                    {(use.request ?? use.user_query ?? use.session).slice(0, 80) || use.session}
                  </Link>
                )}
              </td>
              <td>{use.repo ?? '–'}</td>
              <td>{use.workflow_phase ?? '–'}</td>
              <td>{use.completed === null ? 'unknown' : use.completed ? 'completed' : (use.error_type ?? 'failed')}</td>
              <td className={table.number}>
                {use.duration_seconds === null ? '–' : duration(use.duration_seconds * 1000)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
