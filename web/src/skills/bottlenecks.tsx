import type { Workflow } from '../../../src/types.ts';
import { duration } from '../format.ts';
import { Interval } from '../parts/interval.tsx';
import { Panel } from '../parts/panel.tsx';
import table from '../parts/table.module.css';

/** Phases with their abandonment rate, average time and best skill. */
export function Bottlenecks({ workflow: { phases, bottlenecks, best } }: { readonly workflow: Workflow }) {
  if (phases.length === 0) return null;
  return (
    <Panel title="Bottlenecks" note={bottlenecks.length === 0 ? 'no phase is abandoned often' : undefined}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Phase</th>
            <th scope="col">Abandoned</th>
            <th scope="col" className={table.number}>
              Average time
            </th>
            <th scope="col">Best skill</th>
          </tr>
        </thead>
        <tbody>
          {phases.map(({ phase, avg_duration_seconds }) => {
            const narrow = bottlenecks.find((each) => each.phase === phase);
            return (
              <tr key={phase}>
                <th scope="row">{phase}</th>
                <td>
                  {narrow ? <Interval share={narrow.abandonment} what={`Abandoned, ${narrow.level}`} /> : 'rarely'}
                </td>
                <td className={table.number}>
                  {avg_duration_seconds === null ? '–' : duration(avg_duration_seconds * 1000)}
                </td>
                <td className="transcript-text">{best.find((each) => each.phase === phase)?.skill_name ?? '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
