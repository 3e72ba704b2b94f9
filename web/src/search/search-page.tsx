import { useEffect } from 'react';
import { Link } from '../parts/link.tsx';
import { Empty, Failed } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { TextFilter } from '../parts/text-filter.tsx';
import { useRowShortcuts } from '../parts/use-row-shortcuts.ts';
import { periodOf } from '../parts/period.ts';
import { setParams, useRoute } from '../router.ts';
import { Highlighted } from './highlighted.tsx';
import { SearchFilters } from './search-filters.tsx';
import styles from './search-page.module.css';
import { totalText, useSearch } from './use-search.ts';

/** Search results as a page that can be linked to. */
export function SearchPage() {
  const { params } = useRoute();
  const q = params.get('q') ?? '';
  const { groups, isLoading, error, total, nowhere } = useSearch(q, 30, {
    repo: params.get('repo'),
    agent: params.get('agent'),
    since: periodOf(params).since,
    failed: params.get('failed') === '1',
  });
  useRowShortcuts();
  useEffect(() => {
    document.title = q ? `${q} · stemma` : 'Search · stemma';
  }, [q]);
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Search</h1>
        <TextFilter
          label="Search everything"
          placeholder="How did we …, or a word, command, path, error"
          value={q}
          type={type}
        />
        <SearchFilters params={params} />
        {total && <p>{totalText(total, q)}</p>}
        {nowhere.length > 0 && <p>Nowhere in the archive: {nowhere.join(', ')}</p>}
      </header>
      {error && <Failed error={error} />}
      {!error && !isLoading && groups.length === 0 && <Empty title={q ? 'No results' : 'Type to search'} />}
      {groups.map(({ title, found }) => (
        <Panel key={title} title={title}>
          <ol className={styles.found}>
            {found.map(({ key, to, text, detail, isStep }) => (
              <li key={key} data-step={isStep}>
                <Link to={to!} data-row="" className="transcript-text">
                  <Highlighted text={text.slice(0, 600)} query={q} />
                </Link>
                <span>{detail}</span>
              </li>
            ))}
          </ol>
        </Panel>
      ))}
    </div>
  );
}

function type(q: string | null): void {
  setParams({ q });
}
