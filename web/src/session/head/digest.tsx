import { useState, type ReactNode } from 'react';
import type { CostAnswer, DigestAnswer, Session } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { duration, money, plural } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { linkTo, linkToSession } from '../../router.ts';
import { useAnswer, type Query } from '../../use-answer.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './digest.module.css';
import { ExportDialog } from './export-dialog.tsx';
import { HandoffDialog } from './handoff-dialog.tsx';
import { ResumeDialog } from './resume-dialog.tsx';

const dialogs = { resume: ResumeDialog, handoff: HandoffDialog, export: ExportDialog } as const;

/** What a session was for and what became of it, and what can be done with it now. */
export function Digest({ session, query }: { readonly session: Session; readonly query: Query<DigestAnswer> }) {
  const { answer, error } = query;
  const [shown, setShown] = useState<keyof typeof dialogs | null>(null);
  const Shown = shown && dialogs[shown];
  return (
    <section className={styles.digest} aria-label="Digest">
      {error ? <p className={styles.waiting}>{error.message}</p> : <Facts session={session} answer={answer} />}
      <div className={styles.actions}>
        <button type="button" className="button" onClick={() => setShown('resume')}>
          Resume
        </button>
        <button type="button" className="button" onClick={() => setShown('handoff')}>
          Hand off
        </button>
        <button type="button" className="button" onClick={() => setShown('export')}>
          Export
        </button>
        <CopyButton label="Copy link" text={() => location.href} />
      </div>
      {Shown && <Shown session={session} close={() => setShown(null)} />}
    </section>
  );
}

function Facts({ session, answer }: { readonly session: Session; readonly answer: DigestAnswer | undefined }) {
  if (!answer) return <p className={styles.waiting} />;
  const { outcome, asks, files, delivered, left_open: open } = answer.digest;
  const changed = files.items.filter(({ edits }) => edits > 0);
  const edited = answer.digest.edited ?? changed.length;
  const { usd, usd_is_exact: isExact, wall_clock_s: seconds } = session.cost;
  const at = (step: string, text: ReactNode) => (
    <Link to={linkToSession(session.uid, { at: step })} className="transcript-text">
      {text}
    </Link>
  );
  const [goal] = asks.items;
  return (
    <dl className={styles.facts}>
      <Fact name="Goal">{goal ? at(goal.step, goal.text) : 'nothing was asked'}</Fact>
      <Fact name="Outcome">
        {answer.session.running ? (
          'running'
        ) : (
          <>
            <b data-outcome={outcome.what}>{outcome.what}</b>{' '}
            {outcome.step === null ? outcome.reason : at(outcome.step, outcome.reason)}
          </>
        )}
      </Fact>
      <Fact name="Files changed">
        {edited === 0 ? 'none' : <b>{edited}</b>}{' '}
        {listOf(
          changed.slice(0, 4).map(({ path, last }) => at(last, nameOf(path))),
          edited > 4,
        )}
      </Fact>
      <Fact name="Commits">
        {delivered.total === 0
          ? 'none'
          : listOf(
              delivered.items.slice(0, 2).map(({ text, step }) => at(step, text)),
              delivered.total > 2,
            )}
      </Fact>
      <Fact name="Left open">
        {open.total === 0
          ? 'nothing'
          : listOf(
              open.items.slice(0, 2).map(({ text, step }) => at(step, text)),
              open.total > 2,
            )}
      </Fact>
      <Fact name="Cost and time">
        <Link to={linkTo('/cost', { session: session.uid })} title="What each turn and step cost">
          {usd !== null && usd > 0 ? money(usd, isExact) : 'cost not known'}
        </Link>
        {answer.digest.subagents.total > 0 && <WithSubagents session={session} />}
        {['', seconds > 0 && `${duration(seconds * 1000)} active`, plural(answer.digest.cost.turns, 'turn')]
          .filter((text) => text !== false)
          .join(' · ')}
      </Fact>
    </dl>
  );
}

/** What the session cost with all that it started, where that is more. */
function WithSubagents({ session: { uid, cost } }: { readonly session: Session }) {
  const { answer } = useAnswer<CostAnswer>(`/sessions/${segment(uid)}/cost`, { by: 'model', limit: 1 });
  const { usd, usd_is_exact: isExact } = answer?.total ?? { usd: null, usd_is_exact: true };
  return usd === null || usd <= (cost.usd ?? 0) ? null : ` · ${money(usd, isExact)} with sub-agents`;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function listOf(items: readonly ReactNode[], isMore: boolean): ReactNode {
  return (
    <>
      {items.map((item, at) => (
        <span key={at}>
          {at > 0 && ', '}
          {item}
        </span>
      ))}
      {isMore && ' …'}
    </>
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
