import type { AnyError, ErrorsEverywhere, Fix, Pattern } from '../../../src/types.ts';
import { count, day, percent, plural } from '../format.ts';
import { LoadMore } from '../parts/load-more.tsx';
import { Busy, Failed } from '../parts/notice.tsx';
import { usePages } from '../use-pages.ts';
import styles from './pattern-stories.module.css';
import { BackToList } from './back-to-list.tsx';
import { filterOf } from './filter.ts';
import { WriteHint } from './story-actions.tsx';
import { StoryCard } from './story-card.tsx';

/** One failure pattern: its fixes, attempts that never worked, and every occurrence. */
export function PatternStories({
  fingerprint,
  pattern,
  params,
  isMuted,
  mute,
  onChange,
}: {
  readonly fingerprint: string;
  /** Undefined when it is not among those listed: then its occurrences are all that is shown. */
  readonly pattern: Pattern | undefined;
  readonly params: URLSearchParams;
  readonly isMuted: boolean;
  readonly mute: (fingerprint: string) => void;
  readonly onChange: () => void;
}) {
  const paged = usePages<ErrorsEverywhere, AnyError>(
    '/errors',
    { fingerprint: [fingerprint, ...(pattern?.also ?? [])], kinds: 'real', ...filterOf(params), limit: 20 },
    storiesOf,
  );
  return (
    <section className={styles.stories} aria-label="Stories" tabIndex={0} data-keeps-scroll="stories">
      <BackToList params={params} />
      <header className={styles.head}>
        <h2 className={`${styles.message} transcript-text`}>
          {pattern?.message || paged.items[0]?.message || fingerprint || 'No message'}
        </h2>
        <button
          type="button"
          className="button"
          aria-pressed={isMuted}
          title="Hide this failure from the list, in this browser only"
          onClick={() => mute(fingerprint)}
        >
          {isMuted ? 'Muted' : 'Mute'}
        </button>
      </header>
      {pattern && <About pattern={pattern} />}
      {paged.error && <Failed error={paged.error} reload={paged.reload} />}
      {paged.total === undefined && !paged.error && <Busy what="Loading stories" />}
      {paged.total === 0 && <p className={styles.nothing}>It does not occur within the filters.</p>}
      <WriteHint />
      <div className={styles.cards}>
        {paged.items.map((story) => (
          <StoryCard key={story.chain} story={story} params={params} onChange={onChange} />
        ))}
      </div>
      <LoadMore paged={paged} />
    </section>
  );
}

function About({ pattern }: { readonly pattern: Pattern }) {
  return (
    <>
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
      {pattern.fixes.length === 0 && <p className={styles.nothing}>{withoutFix(pattern)}</p>}
      {pattern.retried > 0 && (
        <p className={styles.nothing}>
          Went away on retry, nothing changed: {count(pattern.retried)} of {count(pattern.looked_at)}.
        </p>
      )}
      {pattern.anti_patterns.length > 0 && (
        <Fixes title="Attempts that never worked" fixes={pattern.anti_patterns} tone="bad" />
      )}
    </>
  );
}

/** Nothing worked twice: there may still be fixes, each of its own. */
function withoutFix({ resolved, retried }: Pattern): string {
  const fixed = resolved - retried;
  if (fixed <= 0) return 'No known fix yet.';
  return `Fixed ${plural(fixed, 'time')}, by changes that fit one case each: no fix to repeat. They are in the stories below.`;
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
            <span className={styles.times} title={intervalOf(fix)}>
              {timesOf(fix)}
            </span>{' '}
            <code className="transcript-text">{fix.action}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A share alone says nothing about one or two cases, so it is always a number of tries. */
function timesOf({ worked, tried, unproven }: Fix): string {
  return `worked ${count(worked + unproven)} of ${count(tried)}, verified ${count(worked)}`;
}

function intervalOf({ rate, low, high }: Fix): string | undefined {
  return rate === null ? undefined : `Of the verified tries ${percent(low)} to ${percent(high)} work (95 % interval)`;
}

function trendIn({ trend }: Pattern): string {
  const { now, before, word } = trend;
  if (word === 'quiet') return 'Not seen in the last 30 days.';
  if (word === 'new') return `New: ${count(now)} in the last 30 days.`;
  return `${count(now)} in the last 30 days, ${count(before)} in the previous 30: ${word}.`;
}
