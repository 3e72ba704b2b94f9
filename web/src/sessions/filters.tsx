import { outcomes } from '../../../src/types.ts';
import type { FacetsAnswer } from '../../../src/types.ts';
import { PeriodFilter } from '../parts/period-filter.tsx';
import { Select } from '../parts/select.tsx';
import { TextFilter } from '../parts/text-filter.tsx';
import { useAgent } from '../parts/use-agent.ts';
import { setParams } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './filters.module.css';

/** Filters of the session list, kept in the URL. */
export function Filters({ params }: { readonly params: URLSearchParams }) {
  const { answer: facets } = useAnswer<FacetsAnswer>('/facets');
  const agentOf = useAgent();
  const selected = (name: string) => params.get(name) ?? '';
  const select = (name: string) => (value: string | null) => setParams({ [name]: value });
  return (
    <div className={styles.filters} role="search">
      <TextFilter label="Filter sessions" placeholder="Text, branch, id…" value={selected('q')} type={select('q')} />
      <Select
        label="Agent"
        any="Any agent"
        value={selected('agent')}
        options={(facets?.sources ?? []).map((value) => ({ value, name: agentOf(value).name }))}
        select={select('agent')}
      />
      <Select
        label="Repository"
        any="Any repository"
        value={selected('repo')}
        options={(facets?.repos ?? []).map(itself)}
        select={select('repo')}
      />
      <Select
        label="Model"
        any="Any model"
        value={selected('model')}
        options={(facets?.models ?? []).map(itself)}
        select={select('model')}
      />
      <Select
        label="Outcome"
        any="Any outcome"
        value={selected('outcome')}
        options={outcomes.map((value) => ({ value, name: value }))}
        select={select('outcome')}
      />
      <PeriodFilter params={params} />
      <Select label="Sort" any="Newest first" value={selected('sort')} options={orders} select={select('sort')} />
      <button
        type="button"
        className="button"
        aria-pressed={selected('failed') === '1'}
        onClick={() => setParams({ failed: selected('failed') === '1' ? null : '1' })}
      >
        With failures
      </button>
    </div>
  );
}

const orders = [
  { value: 'longest', name: 'Longest first' },
  { value: 'steps', name: 'Most steps first' },
  { value: 'failures', name: 'Most failures first' },
  { value: 'tokens', name: 'Most output tokens first' },
];

function itself(value: string) {
  return { value, name: value };
}
