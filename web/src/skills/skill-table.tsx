import type { SkillMetrics } from '../../../src/types.ts';
import { count, day, duration, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Interval } from '../parts/interval.tsx';
import { Panel } from '../parts/panel.tsx';
import { linkTo } from '../router.ts';
import table from '../parts/table.module.css';

/** Metrics of each skill, the most used first. */
export function SkillTable({
  skills,
  phase,
  isCut,
}: {
  readonly skills: readonly SkillMetrics[];
  readonly phase: string | null;
  readonly isCut: boolean;
}) {
  return (
    <Panel
      title="Skill metrics"
      note={[phase !== null && `used in ${phase}`, isCut && 'most used only', 'lines show 95 % intervals']
        .filter(Boolean)
        .join('; ')}
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Skill</th>
            <th scope="col">Type</th>
            <th scope="col" className={table.number}>
              Uses
            </th>
            <th scope="col">Completed</th>
            <th scope="col" className={table.number}>
              Average time
            </th>
            <th scope="col">Most frequent error</th>
            <th scope="col">Followed by</th>
            <th scope="col">Last used</th>
          </tr>
        </thead>
        <tbody>
          {skills.map((skill) => (
            <tr key={skill.skill_name}>
              <th scope="row" className="transcript-text" title={skill.skill_name}>
                <Link to={linkTo('/skills', { phase, skill: skill.skill_name })}>{skill.skill_name}</Link>
              </th>
              <td>{skill.what.join(', ')}</td>
              <td className={table.number} title={`in ${plural(skill.sessions, 'session')}`}>
                {count(skill.total_invocations)}
              </td>
              <td>
                <Interval share={skill.completion} what="Completed" />
              </td>
              <td className={table.number}>
                {skill.avg_duration_seconds === null ? '–' : duration(skill.avg_duration_seconds * 1000)}
              </td>
              <td className="transcript-text">{first(skill.common_errors)}</td>
              <td className="transcript-text">{first(skill.follow_up_actions)}</td>
              <td>{skill.last_invoked_at === null ? '–' : day(skill.last_invoked_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function first(counted: Readonly<Record<string, number>>): string {
  const [most] = Object.entries(counted);
  return most ? `${most[0].slice(0, 40)} (${count(most[1])})` : '–';
}
