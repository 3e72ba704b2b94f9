import type { FacetsAnswer } from '../../../src/types.ts';
import { PeriodFilter } from '../parts/period-filter.tsx';
import { Select } from '../parts/select.tsx';
import { useAgent } from '../parts/use-agent.ts';
import { setParams } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './pattern-list.module.css';

/** Filters of the failures, kept in the URL. */
export function ErrorFilters({ params, muted }: { readonly params: URLSearchParams; readonly muted: number }) {
  const { answer: facets } = useAnswer<FacetsAnswer>('/facets');
  const agentOf = useAgent();
  const selected = (name: string) => params.get(name) ?? '';
  const select = (name: string) => (value: string | null) => setParams({ [name]: value });
  const toggle = (name: string) => () => setParams({ [name]: selected(name) === '1' ? null : '1' });
  return (
    <div className={styles.filters} role="search" aria-label="Filter failures">
      <Select
        label="Repository"
        any="Any repository"
        value={selected('repo')}
        options={(facets?.repos ?? []).map((value) => ({ value, name: value }))}
        select={select('repo')}
      />
      <Select
        label="Agent"
        any="Any agent"
        value={selected('agent')}
        options={(facets?.sources ?? []).map((value) => ({ value, name: agentOf(value).name }))}
        select={select('agent')}
      />
      <PeriodFilter params={params} />
      <Select label="Sort" any="Most relevant" value={selected('sort')} options={orders} select={select('sort')} />
      <button type="button" className="button" aria-pressed={selected('open') === '1'} onClick={toggle('open')}>
        Open only
      </button>
      {muted > 0 && (
        <button type="button" className="button" aria-pressed={selected('muted') === '1'} onClick={toggle('muted')}>
          {muted} muted
        </button>
      )}
    </div>
  );
}

const orders = [
  { value: 'count', name: 'Most frequent' },
  { value: 'last', name: 'Most recent' },
  { value: 'open', name: 'Most open' },
  { value: 'time', name: 'Longest to fix' },
];
