import { memo, type ReactNode } from 'react';
import type { Session } from '../../../../src/types.ts';
import { count, duration, money, plural } from '../../format.ts';
import { useAgent } from '../../parts/use-agent.ts';
import { isOpen } from '../data/stories.ts';
import { workTimes } from '../data/work-time.ts';
import type { Steps } from '../data/steps.ts';
import { JudgeButton } from './judge-button.tsx';
import styles from './session-head.module.css';

/** The title and figures of a session; complete before its steps are loaded. */
export function SessionHead({
  session,
  steps,
  onFailures,
  children,
}: {
  readonly session: Session | null;
  readonly steps: Steps | null;
  readonly onFailures?: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1 className="transcript-text" title={session?.title ?? undefined}>
          {session ? (session.title ?? session.native_id) : <span className={styles.bar} />}
        </h1>
        {session && <Facts session={session} steps={steps} />}
        {steps && <Failures steps={steps} onPress={onFailures} />}
        {session && steps && <JudgeButton session={session} />}
      </div>
      {children}
    </header>
  );
}

function Facts({ session, steps }: { readonly session: Session; readonly steps: Steps | null }) {
  const { source, repo, branch, model, cost, not_recorded: missing } = session;
  const active = steps && activeMs(steps);
  const agentOf = useAgent();
  return (
    <p className={styles.facts}>
      <span>{agentOf(source).name}</span>
      {repo && <span className="transcript-text">{branch ? `${repo} · ${branch}` : repo}</span>}
      {model && <span>{model}</span>}
      {active !== null && active > 0 && !missing.includes('times') && (
        <span title={`${duration(cost.wall_clock_s * 1000)} wall-clock time; a pause counts for at most a minute`}>
          {duration(active)} active
        </span>
      )}
      <span>{plural(steps?.parts[0]!.count ?? session.steps, 'step')}</span>
      {cost.output_tokens > 0 && (
        <span title={`${count(cost.input_tokens)} input tokens, ${count(cost.cache_tokens)} cached`}>
          {count(cost.output_tokens)} output tokens
        </span>
      )}
      {cost.usd !== null && cost.usd > 0 && <span>{money(cost.usd)}</span>}
    </p>
  );
}

/** Memoised: counting is a pass over all failures. */
const Failures = memo(function Failures({
  steps,
  onPress,
}: {
  readonly steps: Steps;
  readonly onPress: (() => void) | undefined;
}) {
  // Failures of sub-agents are counted in their own sessions.
  const real = steps.stories.filter(({ kind, error }) => kind === 'real' && steps.part[error] === 0);
  const open = real.filter(isOpen).length;
  const unverified = real.filter(({ state }) => state === 'unverified').length;
  if (real.length === 0)
    return (
      <span className={styles.failures} data-state="none">
        no failures
      </span>
    );
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
      {plural(real.length, 'failure')}, {rest || (real.length === 1 ? 'fixed' : 'all fixed')}
    </button>
  );
});

function activeMs({ parts }: Steps): number {
  const root = parts[0]!;
  const known = activeOf.get(root) ?? workTimes(root).at(-1) ?? 0;
  activeOf.set(root, known);
  return known;
}

const activeOf = new WeakMap<object, number>();
