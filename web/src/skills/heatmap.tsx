import type { Heatmap as HeatmapAnswer, HeatmapCell } from '../../../src/types.ts';
import { count, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { linkTo } from '../router.ts';
import { Panel } from '../parts/panel.tsx';
import styles from './heatmap.module.css';

/** Completion rates by skill and phase. Cells with few uses are hatched, because their rates prove nothing. */
export function Heatmap({
  heatmap: { skills, phases, cells, left_out, without_phase },
}: {
  readonly heatmap: HeatmapAnswer;
}) {
  const left = [
    left_out.skills > 0 && plural(left_out.skills, 'more skill'),
    without_phase > 0 && `${plural(without_phase, 'use')} without a phase`,
  ].filter(Boolean);
  return (
    <Panel title="Completion by phase" note={left.length > 0 ? left.join(', ') : undefined}>
      <table className={styles.map}>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-label">Skill</span>
            </th>
            {phases.map((phase) => (
              <th key={phase} scope="col">
                {phase}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {skills.map((skill, row) => (
            <tr key={skill}>
              <th scope="row" className="transcript-text" title={skill}>
                <Link to={linkTo('/skills', { skill })}>{skill}</Link>
              </th>
              {phases.map((phase, column) => (
                <Cell key={phase} cell={cells[row]?.[column] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** With fewer uses a rate proves nothing. */
const enough = 5;

function Cell({ cell }: { readonly cell: HeatmapCell | null }) {
  if (!cell) return <td className={styles.none} aria-label="not used" />;
  const { completion, total_invocations, step } = cell;
  const known = completion.percent !== null;
  const title = known
    ? `${completion.percent} % of ${completion.n} completed; ${plural(total_invocations, 'use')}`
    : `${plural(total_invocations, 'use')}, outcome unknown`;
  return (
    <td className={styles.cell} data-step={completion.n < enough || step === null ? 'few' : step} title={title}>
      {known && <b>{Math.round(completion.percent!)} %</b>} <i>{count(total_invocations)} ×</i>
    </td>
  );
}
