import { useEffect } from 'react';
import { Link } from '../parts/link.tsx';
import { Empty, Failed } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { TypedFilter } from '../parts/typed-filter.tsx';
import { useRowKeys } from '../parts/use-row-keys.ts';
import { amend, usePlace } from '../place.ts';
import { Marked } from './marked.tsx';
import styles from './search-page.module.css';
import { useSearch } from './use-search.ts';

/** Everything that holds some words, as a page of its own that can be linked to. */
export function SearchPage() {
  const q = usePlace().params.get('q') ?? '';
  const { groups, isAsking, error, total } = useSearch(q, 100);
  useRowKeys();
  useEffect(() => {
    document.title = q ? `${q} · stemma` : 'Search · stemma';
  }, [q]);
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Search</h1>
        <TypedFilter label="Search everything" placeholder="Text, command, path, error…" value={q} type={type} />
        {total && <p>{total} matching steps</p>}
      </header>
      {error && <Failed error={error} />}
      {!error && !isAsking && groups.length === 0 && <Empty title={q ? 'No results' : 'Type to search'} />}
      {groups.map(({ title, found }) => (
        <Panel key={title} title={title}>
          <ol className={styles.found}>
            {found.map(({ key, to, text, detail }) => (
              <li key={key}>
                <Link to={to} data-row="" className="said">
                  <Marked text={text.slice(0, 600)} sought={q} />
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
  amend({ q });
}
