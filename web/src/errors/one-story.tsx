import type { AnyError } from '../../../src/types.ts';
import { segment } from '../api.ts';
import { Busy, Failed } from '../parts/notice.tsx';
import { Link } from '../parts/link.tsx';
import { linkTo } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import { StoryCard } from './story-card.tsx';
import styles from './pattern-stories.module.css';

/** The one error chain named in the URL. */
export function OneStory({ chain }: { readonly chain: string }) {
  const { answer, error, reload } = useAnswer<AnyError>(`/chains/${segment(chain)}/story`);
  return (
    <section className={styles.stories} aria-label="Story" tabIndex={0}>
      {error && <Failed error={error} reload={reload} />}
      {!error && !answer && <Busy what="Loading the story" />}
      {answer && (
        <>
          <StoryCard story={answer} isComplete />
          <p className={styles.where}>
            <Link to={linkTo('/errors', { p: answer.fingerprint })} className="button">
              All occurrences
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
