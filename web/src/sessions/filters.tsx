import { outcomes } from '../../../src/types.ts';
import type { FacetsAnswer } from '../../../src/types.ts';
import { outcomeName } from '../format.ts';
import { Choice } from '../parts/choice.tsx';
import { TypedFilter } from '../parts/typed-filter.tsx';
import { useAgent } from '../parts/use-agent.ts';
import { amend } from '../place.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './filters.module.css';

/** Narrows the list; every choice stands in the address. */
export function Filters({ params }: { readonly params: URLSearchParams }) {
  const { answer: facets } = useAnswer<FacetsAnswer>('/facets');
  const agentOf = useAgent();
  const chosen = (name: string) => params.get(name) ?? '';
  const choose = (name: string) => (value: string | null) => amend({ [name]: value });
  return (
    <div className={styles.filters} role="search">
      <TypedFilter
        label="Filter sessions"
        placeholder="Text, repository, branch, id…"
        value={chosen('q')}
        type={choose('q')}
      />
      <Choice
        label="Agent"
        any="Any agent"
        value={chosen('agent')}
        options={(facets?.sources ?? []).map((value) => ({ value, name: agentOf(value).name }))}
        choose={choose('agent')}
      />
      <Choice
        label="Repository"
        any="Any repository"
        value={chosen('repo')}
        options={(facets?.repos ?? []).map(itself)}
        choose={choose('repo')}
      />
      <Choice
        label="Model"
        any="Any model"
        value={chosen('model')}
        options={(facets?.models ?? []).map(itself)}
        choose={choose('model')}
      />
      <Choice
        label="Outcome"
        any="Any outcome"
        value={chosen('outcome')}
        options={outcomes.map((value) => ({ value, name: outcomeName(value) }))}
        choose={choose('outcome')}
      />
      <Choice label="Time" any="Any time" value={chosen('from')} options={times} choose={choose('from')} />
      <button
        type="button"
        className="button"
        aria-pressed={chosen('failed') === '1'}
        onClick={() => amend({ failed: chosen('failed') === '1' ? null : '1' })}
      >
        With failures
      </button>
    </div>
  );
}

const times = [
  { value: 'day', name: 'Last day' },
  { value: 'week', name: 'Last 7 days' },
  { value: 'month', name: 'Last 30 days' },
  { value: 'year', name: 'Last year' },
];

function itself(value: string) {
  return { value, name: value };
}
