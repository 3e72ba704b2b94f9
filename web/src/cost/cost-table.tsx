import { useState, type ReactNode } from 'react';
import type { CostAnswer, CostGroup } from '../../../src/types.ts';
import { count, money, percent, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import table from '../parts/table.module.css';
import { linkTo, linkToSession } from '../router.ts';
import styles from './cost-page.module.css';

type Column = 'name' | 'in' | 'out' | 'read' | 'written' | 'cached' | 'cost';

const columns: readonly { readonly name: Column; readonly label: string; readonly of: (group: CostGroup) => number }[] =
  [
    { name: 'cost', label: 'Cost', of: ({ usd }) => usd ?? -1 },
    { name: 'in', label: 'Input', of: ({ input_tokens: tokens }) => tokens },
    { name: 'out', label: 'Output', of: ({ output_tokens: tokens }) => tokens },
    { name: 'read', label: 'Cache read', of: ({ cache_read_tokens: tokens }) => tokens },
    { name: 'written', label: 'Cache written', of: ({ cache_write_tokens: tokens }) => tokens },
    { name: 'cached', label: 'Cached', of: cachedShare },
  ];
const rowsAtOnce = 100;

/** The groups, sorted by the column you choose. */
export function CostTable({ answer: { by, groups, session } }: { readonly answer: CostAnswer }) {
  const [sort, setSort] = useState<{ readonly by: Column | null; readonly isUp: boolean }>({ by: null, isUp: false });
  const [shown, setShown] = useState(rowsAtOnce);
  const sorted = sortedBy(groups, sort.by, sort.isUp);
  const head = (name: Column, label: string, isNumber: boolean): ReactNode => (
    <th
      key={name}
      scope="col"
      className={isNumber ? table.number : undefined}
      aria-sort={sort.by === name ? (sort.isUp ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => setSort((was) => ({ by: name, isUp: was.by === name ? !was.isUp : name === 'name' }))}
      >
        {label}
        {sort.by === name && <span aria-hidden="true">{sort.isUp ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  );
  const max = Math.max(...groups.map(({ usd }) => usd ?? 0), 1e-9);
  return (
    <Panel title={`By ${by === 'repo' ? 'repository' : by}`} note={plural(groups.length, ...nouns[by])}>
      <table className={table.table}>
        <thead>
          <tr>
            {head('name', titles[by] ?? by, false)}
            {columns.map(({ name, label }) => head(name, label, true))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shown).map((group) => (
            <tr key={group.name ?? ''}>
              <th scope="row" className="transcript-text">
                <Name group={group} by={by} session={session?.uid ?? null} />
              </th>
              <td className={table.number}>
                <span className={styles.bar} aria-hidden="true">
                  <span style={{ width: `${((group.usd ?? 0) / max) * 100}%` }} />
                </span>
                <span className={styles.usd}>
                  {group.usd === null ? 'unknown' : money(group.usd, group.usd_is_exact)}
                </span>
              </td>
              <td className={table.number}>{count(group.input_tokens)}</td>
              <td className={table.number}>{count(group.output_tokens)}</td>
              <td className={table.number}>{count(group.cache_read_tokens)}</td>
              <td className={table.number}>{count(group.cache_write_tokens)}</td>
              <td className={table.number}>{cachedShare(group) < 0 ? '–' : percent(cachedShare(group))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + 5 * rowsAtOnce)}>
          Show more ({plural(sorted.length - shown, ...nouns[by])} left)
        </button>
      )}
    </Panel>
  );
}

/** What a row is, one and many. */
export const nouns: Readonly<Record<CostAnswer['by'], readonly [one: string, many?: string]>> = {
  day: ['day'],
  week: ['week'],
  month: ['month'],
  block: ['block'],
  repo: ['repository', 'repositories'],
  model: ['model'],
  agent: ['agent'],
  session: ['session'],
  turn: ['turn'],
  step: ['step'],
};

const titles: Readonly<Record<string, string>> = {
  day: 'Day',
  week: 'Week from',
  month: 'Month',
  block: 'Five hours from',
  repo: 'Repository',
  model: 'Model',
  agent: 'Agent',
  session: 'Session',
  turn: 'Turn',
  step: 'Step',
};

/** The name of a group, and where it leads. */
function Name({
  group: { name, title },
  by,
  session,
}: {
  readonly group: CostGroup;
  readonly by: CostAnswer['by'];
  readonly session: string | null;
}) {
  const text = title ?? name ?? (by === 'turn' || by === 'step' ? 'forks and resumes' : 'not recorded');
  if (name === null) return text;
  if (by === 'block') return new Date(name).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  if (by === 'session') return <Link to={linkTo('/cost', { session: name })}>{text}</Link>;
  if (by === 'repo') return <Link to={linkTo('/sessions', { repo: name })}>{text}</Link>;
  if ((by === 'turn' || by === 'step') && session !== null)
    return <Link to={linkToSession(session, { at: name })}>{text}</Link>;
  return text;
}

function sortedBy(groups: readonly CostGroup[], by: Column | null, isUp: boolean): readonly CostGroup[] {
  if (by === null) return groups;
  const sign = isUp ? 1 : -1;
  if (by === 'name')
    return groups.toSorted((a, b) => sign * (a.title ?? a.name ?? '').localeCompare(b.title ?? b.name ?? ''));
  const { of } = columns.find(({ name }) => name === by)!;
  return groups.toSorted((a, b) => sign * (of(a) - of(b)));
}

/** The part of what was sent that came from the cache; -1 when nothing was sent. */
function cachedShare({ input_tokens: input, cache_read_tokens: read, cache_write_tokens: written }: CostGroup): number {
  const sent = input + read + written;
  return sent === 0 ? -1 : read / sent;
}
