import type { AnyError, ErrorsEverywhere, Fix, Pattern } from '../../../src/types.ts';
import { count, day, percent, plural } from '../format.ts';
import { LoadMore } from '../parts/load-more.tsx';
import { Busy, Failed } from '../parts/notice.tsx';
import { usePages } from '../use-pages.ts';
import styles from './pattern-stories.module.css';
import { StoryCard } from './story-card.tsx';

/** One failure pattern: its fixes, attempts that never worked, and every occurrence. */
export function PatternStories({ pattern, repo }: { readonly pattern: Pattern; readonly repo: string | null }) {
  const paged = usePages<ErrorsEverywhere, AnyError>(
    '/errors',
    { fingerprint: [pattern.fingerprint, ...pattern.also], kinds: 'real', repo, limit: 20 },
    storiesOf,
  );
  return (
    <section className={styles.stories} aria-label="Stories" tabIndex={0}>
      <h2 className={`${styles.message} transcript-text`}>{pattern.message || pattern.fingerprint || 'No message'}</h2>
      <p className={styles.where}>
        <span className={styles.type}>{pattern.type}</span> {plural(pattern.sessions, 'session')} ·{' '}
        {pattern.repos.slice(0, 4).join(', ')}
        {pattern.first_at !== null && pattern.last_at !== null && (
          <>
            {' '}
            · {day(pattern.first_at)} to {day(pattern.last_at)}
          </>
        )}
      </p>
      <p className={styles.trend}>{trendIn(pattern)}</p>
      {pattern.fixes.length > 0 && <Fixes title="Fixes that worked" fixes={pattern.fixes} tone="good" />}
      {pattern.fixes.length === 0 && <p className={styles.nothing}>No known fix yet.</p>}
      {pattern.retried > 0 && (
        <p className={styles.nothing}>
          Went away on retry, nothing changed: {count(pattern.retried)} of {count(pattern.looked_at)}.
        </p>
      )}
      {pattern.anti_patterns.length > 0 && (
        <Fixes title="Attempts that never worked" fixes={pattern.anti_patterns} tone="bad" />
      )}
      {paged.error && <Failed error={paged.error} reload={paged.reload} />}
      {paged.total === undefined && !paged.error && <Busy what="Loading stories" />}
      <div className={styles.cards}>
        {paged.items.map((story) => (
          <StoryCard key={story.chain} story={story} />
        ))}
      </div>
      <LoadMore paged={paged} />
    </section>
  );
}

const storiesOf = { itemsOf: ({ errors }: ErrorsEverywhere) => errors, idOf: ({ chain }: AnyError) => chain };

function Fixes({
  title,
  fixes,
  tone,
}: {
  readonly title: string;
  readonly fixes: readonly Fix[];
  readonly tone: 'good' | 'bad';
}) {
  return (
    <div className={styles.fixes} data-tone={tone}>
      <h3>{title}</h3>
      <ul>
        {fixes.slice(0, 6).map((fix) => (
          <li key={fix.action + fix.marks.join()}>
            <span className={styles.times}>{timesOf(fix)}</span> <code className="transcript-text">{fix.action}</code>
            {fix.rate !== null && fix.tried - fix.unproven >= enoughCases && fix.worked > 0 && (
              <span className={styles.rate} title={`95 % interval: ${percent(fix.low)} to ${percent(fix.high)}`}>
                {percent(fix.rate)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function timesOf({ worked, tried, unproven }: Fix): string {
  const verified = worked === 0 ? '' : unproven === 0 ? ', all verified' : `, verified ${count(worked)}`;
  return `worked ${count(worked + unproven)} of ${count(tried)}${verified}`;
}

/** A share of fewer cases says nothing. */
const enoughCases = 10;

function trendIn({ trend }: Pattern): string {
  const { now, before, word } = trend;
  if (word === 'quiet') return 'Not seen in the last 30 days.';
  if (word === 'new') return `New: ${count(now)} in the last 30 days.`;
  return `${count(now)} in the last 30 days, ${count(before)} in the previous 30: ${word}.`;
}
