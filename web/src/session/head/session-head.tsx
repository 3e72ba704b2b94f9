import { memo, type ReactNode } from 'react';
import type { Relation, Session } from '../../../../src/types.ts';
import { count, duration, money, plural } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { useAgent } from '../../parts/use-agent.ts';
import { linkToSession } from '../../router.ts';
import type { Steps } from '../data/steps.ts';
import { JudgeButton } from './judge-button.tsx';
import styles from './session-head.module.css';

/** The title and figures of a session; complete before its steps are loaded. */
export function SessionHead({
  session,
  steps,
  onFailures,
  isDigest,
  onDigest,
  live,
  children,
}: {
  readonly session: Session | null;
  readonly steps: Steps | null;
  readonly onFailures?: () => void;
  /** Whether the digest is shown below. */
  readonly isDigest?: boolean;
  readonly onDigest?: () => void;
  /** Whether it runs, and whether the page follows. */
  readonly live?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1 className="transcript-text" title={session?.title ?? undefined}>
          {session ? (session.title ?? session.native_id) : <span className={styles.bar} />}
        </h1>
        {session && <Facts session={session} isDigest={isDigest === true} />}
        {session && <Failures session={session} steps={steps} onPress={onFailures} />}
        {live}
        {session && steps && <JudgeButton session={session} />}
        {onDigest && (
          <button
            type="button"
            className={styles.digest}
            aria-expanded={isDigest}
            title="Digest (d)"
            onClick={onDigest}
          >
            Digest
          </button>
        )}
      </div>
      {children}
    </header>
  );
}

/** Its history begins in another session. */
const relations: Readonly<Record<Relation, string>> = {
  subagent: 'sub-agent of',
  fork: 'fork of',
  resume: 'resumes',
  compaction: 'continues',
};
/** The agent and the beginning of its own id. */
const shortUid = 20;
const copied: ReadonlySet<Relation> = new Set(['fork', 'resume']);

function Facts({ session, isDigest }: { readonly session: Session; readonly isDigest: boolean }) {
  const { source, repo, branch, model, cost, parent, not_recorded: missing } = session;
  const agentOf = useAgent();
  return (
    <p className={styles.facts}>
      <span>{agentOf(source).name}</span>
      {repo && <span className="transcript-text">{branch ? `${repo} · ${branch}` : repo}</span>}
      {model && <span>{model}</span>}
      {!isDigest && cost.wall_clock_s > 0 && !missing.includes('times') && (
        <span title="Without waiting for a prompt; a pause counts for at most an hour">
          {duration(cost.wall_clock_s * 1000)} active
        </span>
      )}
      <span>{plural(session.steps, 'step')}</span>
      {cost.output_tokens > 0 && (
        <span title={`${count(cost.input_tokens)} input tokens, ${count(cost.cache_tokens)} cached`}>
          {count(cost.output_tokens)} output tokens
        </span>
      )}
      {parent && (
        <span title={copied.has(parent.relation) ? 'What it copied from there is counted there' : undefined}>
          {relations[parent.relation]} <Link to={linkToSession(parent.uid)}>{parent.uid.slice(0, shortUid)}</Link>
        </span>
      )}
      {!isDigest && cost.usd !== null && cost.usd > 0 && <span>{money(cost.usd, cost.usd_is_exact)}</span>}
    </p>
  );
}

/** Memoised: counting is a pass over all failures. */
const Failures = memo(function Failures({
  session: { errors, open_errors: open },
  steps,
  onPress,
}: {
  readonly session: Session;
  readonly steps: Steps | null;
  readonly onPress: (() => void) | undefined;
}) {
  if (errors === 0)
    return (
      <span className={styles.failures} data-state="none">
        no failures
      </span>
    );
  // How many are not verified is known when the steps are here. Those of sub-agents are counted in their own sessions.
  const unverified =
    steps?.stories.filter(
      ({ kind, state, error }) => kind === 'real' && state === 'unverified' && steps.part[error] === 0,
    ).length ?? 0;
  const rest = [open > 0 && `${count(open)} open`, unverified > 0 && `${count(unverified)} not verified`]
    .filter(Boolean)
    .join(', ');
  return (
    <button
      type="button"
      className={styles.failures}
      data-state={open > 0 ? 'open' : unverified > 0 ? 'unverified' : 'fixed'}
      title="Next failure (n)"
      onClick={onPress}
    >
      {plural(errors, 'failure')}
      {rest && `, ${rest}`}
      {!rest && steps && (errors === 1 ? ', fixed' : ', all fixed')}
    </button>
  );
});
