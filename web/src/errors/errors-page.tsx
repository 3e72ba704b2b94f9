import { useEffect, useState } from 'react';
import type { PatternsAnswer } from '../../../src/types.ts';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { navigate, useRoute } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import { forgetPages } from '../use-pages.ts';
import styles from './errors-page.module.css';
import { filterOf, sorted } from './filter.ts';
import { OneStory } from './one-story.tsx';
import { PatternList } from './pattern-list.tsx';
import { PatternStories } from './pattern-stories.tsx';
import { useMuted } from './use-muted.ts';

/** Failure patterns on the left, the stories of the selected pattern on the right; on a phone one of the two. */
export function ErrorsPage({ chain }: { readonly chain: string | null }) {
  const { params } = useRoute();
  const filter = filterOf(params);
  const { isMuted, toggle } = useMuted();
  const { answer, error, reload } = useAnswer<PatternsAnswer>('/errors/patterns', {
    ...filter,
    limit: maxPatterns,
    min_count: 1,
  });
  // What was changed here concerns both sides: the stories are loaded anew, because their filter may leave some out now.
  const [changes, setChanges] = useState(0);
  const onChange = () => {
    forgetPages();
    setChanges(changes + 1);
    reload();
  };
  useEffect(() => {
    document.title = 'Errors · stemma';
  }, []);
  if (error && !answer) return <Failed error={error} reload={reload} />;
  if (!answer) return <Busy what="Loading failures" />;
  const isFiltered = ['repo', 'agent', 'from', 'to', 'open'].some((name) => params.has(name));
  if (answer.total === 0 && !isFiltered && chain === null) return <NothingFailed />;
  const muted = answer.patterns.filter(({ fingerprint }) => isMuted(fingerprint));
  const shown = sorted(
    answer.patterns.filter((pattern) => params.get('muted') === '1' || !muted.includes(pattern)),
    params.get('sort'),
  );
  const asked = params.get('p');
  const selected = asked === null ? shown[0] : answer.patterns.find(({ fingerprint }) => fingerprint === asked);
  return (
    <div className={styles.page} data-open={chain !== null || asked !== null}>
      <PatternList
        answer={answer}
        shown={shown}
        muted={muted.length}
        selected={chain === null ? selected?.fingerprint : undefined}
        params={params}
      />
      {chain !== null && <OneStory key={changes} chain={chain} params={params} onChange={onChange} />}
      {chain === null && (selected || asked !== null) && (
        <PatternStories
          key={`${selected?.fingerprint ?? asked} ${changes}`}
          fingerprint={selected?.fingerprint ?? asked!}
          pattern={selected}
          params={params}
          isMuted={isMuted(selected?.fingerprint ?? asked!)}
          mute={toggle}
          onChange={onChange}
        />
      )}
      {chain === null && shown.length === 0 && asked === null && (
        <Empty title="No matching failures">
          <button type="button" className="button" onClick={() => navigate('/errors')}>
            Clear filters
          </button>
        </Empty>
      )}
    </div>
  );
}

/** Patterns beyond this number were seen once, long ago. */
const maxPatterns = 100;

function NothingFailed() {
  return (
    <Empty title="No failures yet">
      <p>
        Failures are found during <code>stemma ingest</code>.
      </p>
    </Empty>
  );
}
