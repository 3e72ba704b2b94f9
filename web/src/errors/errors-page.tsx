import { useEffect } from 'react';
import type { PatternsAnswer } from '../../../src/types.ts';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { useRoute } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './errors-page.module.css';
import { OneStory } from './one-story.tsx';
import { PatternList } from './pattern-list.tsx';
import { PatternStories } from './pattern-stories.tsx';

/** Failure patterns on the left, the stories of the selected pattern on the right. */
export function ErrorsPage({ chain }: { readonly chain: string | null }) {
  const { params } = useRoute();
  const repo = params.get('repo');
  const onlyOpen = params.get('open') === '1';
  const { answer, error, reload } = useAnswer<PatternsAnswer>('/errors/patterns', {
    repo,
    limit: maxPatterns,
    min_count: 1,
  });
  useEffect(() => {
    document.title = 'Errors · stemma';
  }, []);
  if (error && !answer) return <Failed error={error} reload={reload} />;
  if (!answer) return <Busy what="Loading failures" />;
  if (answer.total === 0) return <NothingFailed repo={repo} />;
  const shown = onlyOpen ? answer.patterns.filter(({ count, resolved }) => resolved < count) : answer.patterns;
  const selected = shown.find(({ fingerprint }) => fingerprint === params.get('p')) ?? shown[0];
  return (
    <div className={styles.page}>
      <PatternList
        answer={answer}
        shown={shown}
        selected={chain === null ? selected?.fingerprint : undefined}
        repo={repo}
        onlyOpen={onlyOpen}
      />
      {chain === null ? (
        selected && <PatternStories key={selected.fingerprint} pattern={selected} repo={repo} />
      ) : (
        <OneStory chain={chain} />
      )}
    </div>
  );
}

/** Patterns beyond this number were seen once, long ago. */
const maxPatterns = 60;

function NothingFailed({ repo }: { readonly repo: string | null }) {
  return (
    <Empty title={repo === null ? 'No failures yet' : `No failures in ${repo}`}>
      <p>
        Failures are found during <code>stemma ingest</code>.
      </p>
    </Empty>
  );
}
