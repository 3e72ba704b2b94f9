import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { confidenceLevel } from '../../../../src/types.ts';
import { fixTime, plural } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { linkTo } from '../../router.ts';
import { rankedCauses } from '../data/ranked-causes.ts';
import type { RowPages } from '../data/row-pages.ts';
import { isOpen, roleLabels, type Story } from '../data/stories.ts';
import type { Steps } from '../data/steps.ts';
import type { Hovered } from '../view/hovered.ts';
import styles from './story-card.module.css';
import { StepLink } from './step-link.tsx';

const maxOfEach = 4;

/** A failure from its cause to its proof. */
export function StoryCard({
  story,
  steps,
  pages,
  hovered,
  message,
  onStep,
}: {
  readonly story: Story;
  readonly steps: Steps;
  readonly pages: RowPages;
  readonly hovered: Hovered;
  readonly message: string | null;
  readonly onStep: (step: number) => void;
}) {
  const { error, attempts, fix, proof } = story;
  // The same list as Why: what is first here is first there.
  const causes = rankedCauses(steps, error).slice(0, 2);
  const all = [...causes.map(({ step }) => step), error, ...attempts, ...fix, ...(proof === null ? [] : [proof])];
  useSyncExternalStore(pages.subscribe, pages.version);
  const key = all.join();
  useEffect(() => {
    const wanted = key
      .split(',')
      .map(Number)
      .map((step) => [steps.parts[steps.part[step]!]!, steps.own[step]!] as const);
    pages.request(wanted);
  }, [key, steps, pages]);
  const item = (part: string, name: string, step: number, more?: ReactNode) => (
    <li key={`${part}${step}`} data-part={part}>
      <StepLink {...{ steps, step, pages, hovered, onStep }} before={<b className={styles.part}>{name}</b>} />
      {more}
    </li>
  );
  const fixes = fix.filter((step) => step !== proof);
  return (
    <article className={styles.story} aria-label="Story of this failure">
      <h3>
        Story <StoryBadge story={story} />
      </h3>
      <ol>
        {causes.map(({ step, edge, isCulprit }) => item('cause', causeName(steps, edge, isCulprit), step))}
        {item(
          'error',
          'Error',
          error,
          message && (
            <p className={styles.message}>
              <bdi>{message.slice(0, 400)}</bdi>
            </p>
          ),
        )}
        {attempts.slice(0, maxOfEach).map((step) => item('attempt', 'Attempt', step))}
        {attempts.length > maxOfEach && (
          <li data-part="attempt">{plural(attempts.length - maxOfEach, 'more attempt')}</li>
        )}
        {fixes.slice(0, maxOfEach).map((step) => item('fix', 'Fix', step))}
        {proof !== null && item('proof', 'Proof', proof)}
        {proof === null && story.kind === 'real' && (
          <li data-part="none">
            {story.state === 'resolved' ? 'Marked as fixed manually.' : 'No later step passed this check.'}
          </li>
        )}
      </ol>
      <Link to={linkTo(`/errors/${encodeURIComponent(story.chain)}`)} className={styles.elsewhere}>
        Open in Errors
      </Link>
    </article>
  );
}

function causeName({ confidence }: Steps, edge: number, isCulprit: boolean): string {
  if (isCulprit) return 'Likely culprit';
  const level = confidenceLevel(confidence[edge]! / 100);
  return `${level[0]!.toUpperCase()}${level.slice(1)} cause`;
}

function fixedIn(minutes: number | null): string {
  return minutes === null ? 'fixed' : `fixed in ${fixTime(minutes)}`;
}

export function StoryBadge({ story }: { readonly story: Story }) {
  const { kind, state, minutes } = story;
  if (kind !== 'real')
    return (
      <span className={styles.badge} data-state="mute">
        {roleLabels[kind]}
      </span>
    );
  if (state === 'resolved')
    return (
      <span className={styles.badge} data-state="good">
        {fixedIn(minutes)}
      </span>
    );
  return (
    <span className={styles.badge} data-state={isOpen(story) ? 'bad' : 'unsure'}>
      {isOpen(story) ? 'open' : 'not verified'}
    </span>
  );
}
