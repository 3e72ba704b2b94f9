import { useEffect } from 'react';
import type { PatternsAnswer } from '../../../src/types.ts';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { usePlace } from '../place.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './errors-page.module.css';
import { OneStory } from './one-story.tsx';
import { PatternList } from './pattern-list.tsx';
import { PatternStories } from './pattern-stories.tsx';

/** What fails, how often, and what helped: causes on the left, the stories of one on the right. */
export function ErrorsPage({ chain }: { readonly chain: string | null }) {
  const { params } = usePlace();
  const repo = params.get('repo');
  const onlyOpen = params.get('open') === '1';
  const { answer, error, again } = useAnswer<PatternsAnswer>('/errors/patterns', {
    repo,
    limit: mostPatterns,
    min_count: 1,
  });
  useEffect(() => {
    document.title = 'Errors · stemma';
  }, []);
  if (error && !answer) return <Failed error={error} again={again} />;
  if (!answer) return <Busy what="Loading failures" />;
  if (answer.total === 0) return <NothingFailed repo={repo} />;
  const shown = onlyOpen ? answer.patterns.filter(({ count, resolved }) => resolved < count) : answer.patterns;
  const chosen = shown.find(({ fingerprint }) => fingerprint === params.get('p')) ?? shown[0];
  return (
    <div className={styles.page}>
      <PatternList
        answer={answer}
        shown={shown}
        chosen={chain === null ? chosen?.fingerprint : undefined}
        repo={repo}
        onlyOpen={onlyOpen}
      />
      {chain === null ? (
        chosen && <PatternStories key={chosen.fingerprint} pattern={chosen} repo={repo} />
      ) : (
        <OneStory chain={chain} />
      )}
    </div>
  );
}

/** Beyond these they were seen once, long ago. */
const mostPatterns = 60;

function NothingFailed({ repo }: { readonly repo: string | null }) {
  return (
    <Empty title={repo === null ? 'No failures yet' : `No failures in ${repo}`}>
      <p>
        Failures are found during <code>stemma ingest</code>.
      </p>
    </Empty>
  );
}
