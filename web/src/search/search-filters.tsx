import type { FacetsAnswer } from '../../../src/types.ts';
import { PeriodFilter } from '../parts/period-filter.tsx';
import { Select } from '../parts/select.tsx';
import { useAgent } from '../parts/use-agent.ts';
import { setParams } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './search-page.module.css';

/** Filters of a search, kept in the URL. */
export function SearchFilters({ params }: { readonly params: URLSearchParams }) {
  const { answer: facets } = useAnswer<FacetsAnswer>('/facets');
  const agentOf = useAgent();
  const selected = (name: string) => params.get(name) ?? '';
  const select = (name: string) => (value: string | null) => setParams({ [name]: value });
  return (
    <div className={styles.filters} role="search" aria-label="Filter results">
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
      <button
        type="button"
        className="button"
        aria-pressed={selected('failed') === '1'}
        onClick={() => setParams({ failed: selected('failed') === '1' ? null : '1' })}
      >
        Failed only
      </button>
    </div>
  );
}
