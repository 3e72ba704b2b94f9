import { memo, useState } from 'react';
import type { BrowseAnswer, BrowsedSession } from '../../../src/types.ts';
import { clock, count, duration, money, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { Sparkline } from '../parts/sparkline.tsx';
import { useAgent } from '../parts/use-agent.ts';
import { linkToSession } from '../router.ts';
import { usePages } from '../use-pages.ts';
import { RowActions } from './row-actions.tsx';
import styles from './session-row.module.css';

const relations: Readonly<Record<string, string>> = {
  subagent: 'sub-agent',
  fork: 'fork',
  resume: 'resumed',
  compaction: 'after compaction',
};

/** One session; its child sessions open below. */
export const SessionRow = memo(function SessionRow({
  session,
  depth,
}: {
  readonly session: BrowsedSession;
  readonly depth: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const agent = useAgent()(session.source);
  const { uid, title, repo, branch, model, activity, cost, children, parent } = session;
  // A fork without steps of its own would be an empty page: what is to be seen is where it was forked.
  const isEmptyFork = parent !== null && session.steps === 0 && parent.relation !== 'subagent';
  const below = [
    isEmptyFork && 'no steps of its own, opens its parent',
    depth > 0 && parent && (relations[parent.relation] ?? parent.relation),
    repo,
    branch,
    model,
    endingOf(session),
  ];
  return (
    <>
      <div className={styles.row} style={{ paddingLeft: 14 + depth * 22 }}>
        <span className={styles.agent} title={agent.name} aria-hidden="true">
          {agent.letters}
        </span>
        <div className={styles.title}>
          <Link
            to={isEmptyFork ? linkToSession(parent.uid, { at: parent.step }) : linkToSession(uid)}
            className={styles.link}
            data-row=""
          >
            <b className="transcript-text">{title ?? 'Untitled'}</b>
          </Link>
          <span className={styles.below} title={endingOf(session) ?? undefined}>
            <span className="hidden-label">{agent.name}. </span>
            {below.filter(Boolean).join(' · ')}
          </span>
        </div>
        <span className={styles.spark}>
          {activity && (
            <Sparkline
              steps={activity.steps}
              failures={activity.failures}
              label={`Activity over ${duration(activity.seconds * activity.steps.length * 1000)}`}
            />
          )}
        </span>
        <Figure value={count(session.steps)} of={session.steps === 1 ? 'step' : 'steps'} wide />
        <Figure
          value={session.edited === null ? '–' : count(session.edited)}
          of={session.edited === 1 ? 'file' : 'files'}
          wide
        />
        <Failures session={session} />
        <Figure
          value={duration(cost.wall_clock_s * 1000)}
          of={session.started_at === null ? 'active' : `at ${clock(session.started_at).slice(0, 5)}`}
        />
        <Figure
          value={cost.usd === null ? count(cost.output_tokens) : money(cost.usd, cost.usd_is_exact)}
          of={
            cost.usd === null
              ? 'output tokens'
              : session.children_usd
                ? `+ ${money(session.children_usd, session.children_usd_is_exact)} of child sessions`
                : `${count(cost.output_tokens)} output tokens`
          }
        />
        <RowActions uid={uid} title={title} />
        <span className={styles.toggle}>
          {children > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`${plural(children, 'child session')} of ${title ?? 'this session'}`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? '▾' : '▸'} {count(children)}
            </button>
          )}
        </span>
      </div>
      {isOpen && <Children of={uid} depth={depth + 1} />}
    </>
  );
});

/** Its outcome with the reason, or that it is running. */
function endingOf({ running, outcome, outcome_reason: reason }: BrowsedSession): string | null {
  if (running) return 'running';
  if (outcome === 'unknown') return null;
  return reason === null ? outcome : `${outcome}: ${reason}`;
}

function Children({ of, depth }: { readonly of: string; readonly depth: number }) {
  const paged = usePages<BrowseAnswer, BrowsedSession>('/sessions', { parent: of, limit: 60 }, shape);
  return (
    <>
      {paged.error && <p className={styles.error}>{paged.error.message}</p>}
      {paged.items.map((session) => (
        <SessionRow key={session.uid} session={session} depth={depth} />
      ))}
      <LoadMore paged={paged} />
    </>
  );
}

const shape = { itemsOf: ({ sessions }: BrowseAnswer) => sessions, idOf: ({ uid }: BrowsedSession) => uid };

function Failures({ session: { errors, open_errors: open } }: { readonly session: BrowsedSession }) {
  if (errors === 0) return <Figure value="none" of="failures" small />;
  if (open) return <Figure value={`${count(open)} open`} of={`of ${plural(errors, 'failure')}`} tone="bad" small />;
  return <Figure value={count(errors)} of={errors === 1 ? 'failure' : 'failures'} tone="good" small />;
}

function Figure({
  value,
  of,
  tone,
  wide,
  small,
}: {
  readonly value: string;
  readonly of: string;
  readonly tone?: 'good' | 'bad' | undefined;
  readonly wide?: boolean;
  readonly small?: boolean;
}) {
  return (
    <span className={styles.figure} data-tone={tone} data-wide={wide} data-small={small}>
      <b>{value}</b> <i>{of}</i>
    </span>
  );
}
