import type { AnyError } from '../../../src/types.ts';
import { segment } from '../api.ts';
import { Busy, Failed } from '../parts/notice.tsx';
import { Link } from '../parts/link.tsx';
import { linkTo } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import { BackToList } from './back-to-list.tsx';
import { WriteHint } from './story-actions.tsx';
import { StoryCard } from './story-card.tsx';
import styles from './pattern-stories.module.css';

/** The one error chain named in the URL. */
export function OneStory({
  chain,
  params,
  onChange,
}: {
  readonly chain: string;
  readonly params: URLSearchParams;
  readonly onChange: () => void;
}) {
  const { answer, error, reload } = useAnswer<AnyError>(`/chains/${segment(chain)}/story`);
  return (
    <section className={styles.stories} aria-label="Story" tabIndex={0} data-keeps-scroll="stories">
      <BackToList params={params} />
      {error && <Failed error={error} reload={reload} />}
      {!error && !answer && <Busy what="Loading the story" />}
      {answer && (
        <>
          <StoryCard story={answer} params={params} onChange={onChange} isComplete />
          <WriteHint />
          <p className={styles.where}>
            <Link to={linkTo('/errors', { ...Object.fromEntries(params), p: answer.fingerprint })} className="button">
              All occurrences
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
