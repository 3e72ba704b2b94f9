import { useEffect } from 'react';
import type { BudgetSpent, CostAnswer, CostBy, CostGroup, CostNumbers } from '../../../src/types.ts';
import { segment } from '../api.ts';
import { count, duration, money, percent, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { linkToSession, setParams, useRoute } from '../router.ts';
import { useShortcuts } from '../shortcuts.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './cost-page.module.css';
import { CostTable, nouns } from './cost-table.tsx';

const archiveGroups: readonly (readonly [CostBy, string])[] = [
  ['day', 'Days'],
  ['week', 'Weeks'],
  ['repo', 'Repositories'],
  ['model', 'Models'],
  ['agent', 'Agents'],
  ['session', 'Sessions'],
  ['month', 'Months'],
  ['block', 'Blocks of 5 hours'],
];
const sessionGroups: readonly (readonly [CostBy, string])[] = [
  ['turn', 'Turns'],
  ['step', 'Steps'],
  ['model', 'Models'],
  ['session', 'Sub-agents'],
];

/** What agents cost: of the archive or of one session, by what you ask for. */
export function CostPage() {
  const { params } = useRoute();
  const session = params.get('session');
  const groups = session === null ? archiveGroups : sessionGroups;
  const by = groups.find(([name]) => name === params.get('by'))?.[0] ?? groups[0]![0];
  const days = params.get('days') ?? '30';
  const { answer, error, reload } = useAnswer<CostAnswer>(
    session === null ? '/cost' : `/sessions/${segment(session)}/cost`,
    { by, limit: 1000, since: session === null ? sinceOf(days) : null, repo: params.get('repo') },
  );
  useEffect(() => {
    document.title = 'Cost · stemma';
  }, []);
  useShortcuts({
    title: 'Cost',
    keys: groups.map(([name, label], index) => ({
      key: String(index + 1),
      label: `by ${label.toLowerCase()}`,
      run: () => setParams({ by: name }),
    })),
  });
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Cost</h1>
        {session === null ? (
          <Select
            label="Time"
            any="Last 30 days"
            value={days === '30' ? '' : days}
            options={spansWith(days)}
            select={(value) => setParams({ days: value })}
          />
        ) : (
          <p>
            of{' '}
            <Link to={linkToSession(answer?.session?.uid ?? session)} className="transcript-text">
              {answer?.session?.title ?? session}
            </Link>{' '}
            and its sub-agents, forks and resumes. <Link to="/cost">All sessions</Link>
          </p>
        )}
      </header>
      <div className={styles.groups} role="group" aria-label="Cost by">
        {groups.map(([name, label], index) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={by === name}
            title={`${label} (${index + 1})`}
            onClick={() => setParams({ by: name })}
          >
            {label}
          </button>
        ))}
      </div>
      {error && !answer && <Failed error={error} reload={reload} />}
      {!answer && !error && <Busy what="Loading cost" />}
      {answer && <Answer answer={answer} isAll={session !== null || sinceOf(days) === null} />}
    </div>
  );
}

/** Whole days of UTC until today, as the overview counts them; null for all time. */
function sinceOf(days: string): string | null {
  const before = Number(days) - 1;
  if (!(before >= 0)) return null;
  return `${new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
}

const spans = [
  { value: '7', name: 'Last 7 days' },
  { value: '90', name: 'Last 90 days' },
  { value: 'all', name: 'All time' },
];

/** The usual spans, and that of the overview where it is another. */
function spansWith(days: string) {
  const isUsual = days === '30' || spans.some(({ value }) => value === days);
  return isUsual ? spans : [...spans, { value: days, name: days === '1' ? 'Today' : `Last ${days} days` }];
}

function Answer({ answer, isAll }: { readonly answer: CostAnswer; readonly isAll: boolean }) {
  const { total, budget, prices, groups_total: all, groups } = answer;
  if (groups.length === 0)
    return (
      <Empty title={isAll ? 'No tokens or cost recorded' : 'No tokens or cost in this period'}>
        <p>
          Agents record tokens while they work; <code>stemma ingest</code> reads what is new.
        </p>
        {!isAll && (
          <button type="button" className="button" onClick={() => setParams({ days: 'all' })}>
            All time
          </button>
        )}
      </Empty>
    );
  return (
    <>
      {budget && <BudgetLine budget={budget} />}
      <Totals total={total} />
      <ActiveBlock groups={groups} />
      <CostTable answer={answer} />
      {all > groups.length && (
        <p className={styles.note}>
          The first {plural(groups.length, ...nouns[answer.by])} of {count(all)}.
        </p>
      )}
      <p className={styles.note}>
        {total.usd_computed > 0 && `List prices of ${prices.date}. `}
        {prices.missing.length > 0 &&
          `No price for ${prices.missing
            .slice(0, 5)
            .map(({ model, tokens }) => `${model ?? 'unknown models'} (${count(tokens)} tokens)`)
            .join(', ')}. `}
        {prices.notes
          .slice(0, 5)
          .map(({ model, note }) => `${model}: ${note}`)
          .join(' ')}
      </p>
    </>
  );
}

/** The pace of the block that is running, and how it will end. */
function ActiveBlock({ groups }: { readonly groups: readonly CostGroup[] }) {
  const block = groups.find((group) => group.block?.is_active)?.block;
  if (block === undefined) return null;
  const { to, usd_per_hour: rate, projected_usd: projected } = block;
  return (
    <p className={styles.note}>
      The active block ends at {new Date(to).toLocaleTimeString([], { timeStyle: 'short' })}
      {rate !== null &&
        projected !== null &&
        `; ${money(rate)} an hour, ${money(projected)} at its end if it goes on so`}
      .
    </p>
  );
}

/** How much of the day's, week's or month's budget is spent. */
function BudgetLine({ budget }: { readonly budget: BudgetSpent }) {
  const { usd, per, spent_usd: spent, spent_is_exact: isExact, state } = budget;
  const share = spent / usd;
  const period = per === 'day' ? 'today' : `this ${per}`;
  return (
    <div className={styles.budget} data-state={state}>
      <p>
        Budget of {period}: <b>{money(spent, isExact)}</b> of {money(usd)} ({percent(share)})
        {state === 'over' && `, ${money(spent - usd)} over`}
        {state === 'near' && ', nearly spent'}
      </p>
      <div
        className={styles.track}
        role="meter"
        aria-label={`Budget of ${period}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(share * 100))}
        aria-valuetext={`${money(spent, isExact)} of ${money(usd)}`}
      >
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </div>
    </div>
  );
}

function Totals({ total }: { readonly total: CostNumbers }) {
  const { usd, usd_is_exact: isExact, usd_recorded: recorded, usd_computed: computed } = total;
  const read = total.cache_read_tokens;
  const sent = total.input_tokens + total.cache_write_tokens + read;
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Cost</dt>
        <dd>{usd === null ? 'unknown' : money(usd, isExact)}</dd>
        <dd>
          {recorded > 0 && computed > 0
            ? `${money(recorded)} recorded, ${money(computed)} at list prices`
            : recorded > 0
              ? 'recorded by agents'
              : 'at list prices'}
        </dd>
      </div>
      <div>
        <dt>Tokens</dt>
        <dd>{count(sent + total.output_tokens)}</dd>
        <dd>
          {count(total.input_tokens)} in, {count(total.output_tokens)} out
        </dd>
      </div>
      <div>
        <dt>Cached</dt>
        <dd>{sent === 0 ? '–' : percent(read / sent)}</dd>
        <dd>
          {count(read)} read, {count(total.cache_write_tokens)} written
        </dd>
      </div>
      {total.sessions !== null && (
        <div>
          <dt>Work</dt>
          <dd>{plural(total.sessions, 'session')}</dd>
          <dd>
            with sub-agents; {plural(total.turns ?? 0, 'turn')}, {duration((total.wall_clock_s ?? 0) * 1000)} active
          </dd>
        </div>
      )}
    </dl>
  );
}
