import type { Transition } from '../../../src/types.ts';
import { count, percent } from '../format.ts';
import { Panel } from '../parts/panel.tsx';
import table from '../parts/table.module.css';

/** Transitions between phases, the most frequent first. */
export function Transitions({ transitions }: { readonly transitions: readonly Transition[] }) {
  if (transitions.length === 0) return null;
  return (
    <Panel title="Transitions between phases">
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" className={table.number}>
              Share
            </th>
            <th scope="col">Most used skill</th>
          </tr>
        </thead>
        <tbody>
          {transitions.slice(0, 15).map(({ from, to, share, skill_name }) => (
            <tr key={`${from} ${to}`}>
              <td>{from}</td>
              <td>{to}</td>
              <td className={table.number}>
                {share.percent === null ? '–' : percent(share.percent / 100)} of {count(share.n)}
              </td>
              <td className="transcript-text">{skill_name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
