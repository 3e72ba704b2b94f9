import type { AnyError, StepInStory } from '../../../src/types.ts';
import { day, fixTime, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { linkTo, linkToSession } from '../router.ts';
import { StoryActions } from './story-actions.tsx';
import styles from './story-card.module.css';

/** A failure from its cause to its proof, each step a link into its session. */
export function StoryCard({
  story,
  params,
  onChange,
  isComplete = false,
}: {
  readonly story: AnyError;
  /** The filter of the page, kept in the link to the story. */
  readonly params: URLSearchParams;
  readonly onChange: () => void;
  readonly isComplete?: boolean;
}) {
  const { chain, session, at, message, state, manual } = story;
  const proof = story.verified_by;
  const fixes = story.fix.filter(({ step }) => step !== proof?.step);
  const provedByFix = proof !== null && fixes.length < story.fix.length;
  return (
    <article className={styles.card} data-state={state}>
      <header>
        <span className={styles.state}>{stateOf(story)}</span>
        {story.judged && <span className={styles.judged}>judged by {story.judged.model}</span>}
        <Link to={linkTo(`/errors/${chain}`, Object.fromEntries(params))} className={styles.where}>
          {at === null ? 'no time recorded' : day(at)}
        </Link>
      </header>
      <p className={`${styles.message} transcript-text`}>{message}</p>
      <ol>
        {some(story.culprit, isComplete).map((step) => (
          <Part
            key={`culprit ${step.step}`}
            is="cause"
            name={story.judged ? 'Culprit, judged' : 'Likely culprit'}
            step={step}
            session={session}
          />
        ))}
        <li data-is="error">
          <b>Error</b>{' '}
          {session === null ? (
            <span className="transcript-text">{story.summary || 'entered manually'}</span>
          ) : (
            <StepLink step={story.id} session={session} text={story.summary} show="why" />
          )}
        </li>
        {some(story.attempts, isComplete).map((step) => (
          <Part key={`attempt ${step.step}`} is="attempt" name="Attempt" step={step} session={session} />
        ))}
        {!isComplete && story.attempts.length > fewSteps && (
          <li data-is="more">{plural(story.attempts.length - fewSteps, 'more attempt')}</li>
        )}
        {some(fixes, isComplete).map((step) => (
          <Part key={`fix ${step.step}`} is="fix" name="Fix" step={step} session={session} />
        ))}
        {manual.map(({ id, action, successful }) => (
          <li key={id} data-is={successful === true ? 'fix' : 'attempt'}>
            <b>{successful === true ? 'Manual fix' : successful === false ? 'Manual attempt' : 'Note'}</b>{' '}
            <span className="transcript-text">{action}</span>
          </li>
        ))}
        {proof && (
          <Part
            is="proof"
            name={story.retried ? 'Passed on retry' : provedByFix ? 'Fix and proof' : 'Proof'}
            step={proof}
            session={session}
            show="why"
          />
        )}
        {!proof && state !== 'resolved' && <li data-is="none">No later step passed this check</li>}
      </ol>
      <StoryActions story={story} onChange={onChange} />
    </article>
  );
}

const fewSteps = 2;

function some(steps: readonly StepInStory[], isComplete: boolean): readonly StepInStory[] {
  return isComplete ? steps : steps.slice(0, fewSteps);
}

function Part({
  is,
  name,
  step,
  session,
  show,
}: {
  readonly is: string;
  readonly name: string;
  readonly step: StepInStory;
  readonly session: string | null;
  readonly show?: 'why';
}) {
  return (
    <li data-is={is}>
      <b>{name}</b> <StepLink step={step.step} session={session} text={step.summary} show={show} />
    </li>
  );
}

function StepLink({
  step,
  session,
  text,
  show,
}: {
  readonly step: string;
  readonly session: string | null;
  readonly text: string;
  readonly show?: 'why' | undefined;
}) {
  if (session === null) return <span className="transcript-text">{text}</span>;
  return (
    <Link to={linkToSession(session, { at: step, show })} className="transcript-text" title={text}>
      {text}
    </Link>
  );
}

function stateOf({ state, retried, resolution_minutes }: AnyError): string {
  if (retried) return 'went away on retry';
  switch (state) {
    case 'resolved':
      return resolution_minutes === null ? 'fixed' : `fixed in ${fixTime(resolution_minutes)}`;
    case 'unverified':
      return 'fix not verified';
    case 'failed':
      return 'not fixed';
    case 'open':
      return 'open';
  }
}
