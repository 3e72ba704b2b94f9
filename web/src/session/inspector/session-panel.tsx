import { useEffect, useSyncExternalStore } from 'react';
import { plural } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { linkToSession } from '../../router.ts';
import type { RowPages } from '../data/row-pages.ts';
import { isOpen } from '../data/stories.ts';
import type { Steps } from '../data/steps.ts';
import type { Hovered } from '../view/hovered.ts';
import styles from './inspector.module.css';
import { StepLink } from './step-link.tsx';
import { StoryBadge } from './story-card.tsx';
import { SectionTitle } from './section-title.tsx';

const maxFailures = 12;
const maxChildren = 20;

/** Shown when no step is selected: failures and child sessions. */
export function SessionPanel({
  steps,
  pages,
  hovered,
  onStep,
  close,
}: {
  readonly steps: Steps;
  readonly pages: RowPages;
  readonly hovered: Hovered;
  readonly onStep: (step: number) => void;
  readonly close: () => void;
}) {
  const { session, children } = steps.parts[0]!;
  const failures = steps.stories
    .filter(({ kind }) => kind === 'real')
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || a.error - b.error);
  const shown = failures.slice(0, maxFailures);
  useSyncExternalStore(pages.subscribe, pages.version);
  const key = shown.map(({ error }) => error).join();
  useEffect(() => {
    if (key)
      pages.request(
        key
          .split(',')
          .map(Number)
          .map((step) => [steps.parts[steps.part[step]!]!, steps.own[step]!] as const),
      );
  }, [key, steps, pages]);
  return (
    <aside className={styles.inspector} aria-label="Inspector">
      <header className={styles.head} data-kind="prompt">
        <div className={styles.id}>
          <h2>This session</h2>
          <button type="button" className={styles.close} aria-label="Close inspector" onClick={close}>
            ×
          </button>
        </div>
        <p className={styles.none}>
          Select a step for details; press <kbd>w</kbd> to see its causes.
        </p>
      </header>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keys. */}
      <div className={styles.body} tabIndex={0} role="region" aria-label="Session details">
        {session.parent && (
          <section>
            <SectionTitle name={cameFrom[session.parent.relation] ?? 'Parent session'} />
            <Link className="button" to={linkToSession(session.parent.uid, { at: session.parent.step })}>
              Open parent session
            </Link>
          </section>
        )}
        <section>
          <SectionTitle
            name="Failures"
            count={failures.length}
            action={{ name: 'Next', key: 'n', run: () => onStep(shown[0]?.error ?? -1) }}
          />
          {failures.length === 0 && <p className={styles.none}>No failures.</p>}
          <ul className={styles.causes}>
            {shown.map((story) => (
              <li key={story.chain}>
                <StepLink
                  {...{ steps, step: story.error, pages, hovered, onStep }}
                  after={<StoryBadge story={story} />}
                />
              </li>
            ))}
          </ul>
          {failures.length > shown.length && (
            <p className={styles.none}>{plural(failures.length - shown.length, 'more failure')} in the mini-map.</p>
          )}
        </section>
        {children.length > 0 && (
          <section>
            <SectionTitle name="Child sessions" count={children.length} />
            <ul className={styles.causes}>
              {children.slice(0, maxChildren).map(({ session: uid, relation, title, steps: count }) => (
                <li key={uid}>
                  <Link to={linkToSession(uid)} className={styles.step}>
                    <b className={styles.tool}>{relation === 'subagent' ? 'sub-agent' : relation}</b>
                    <bdi className={styles.what}>{title ?? uid}</bdi>
                    <span className={styles.seq}>{plural(count, 'step')}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </aside>
  );
}

const cameFrom: Readonly<Record<string, string>> = {
  subagent: 'Sub-agent',
  fork: 'Fork',
  resume: 'Resumed',
  compaction: 'Continued after compaction',
};
