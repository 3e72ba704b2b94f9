import { Fragment, useState } from 'react';
import type { Event, TimelineAnswer } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { useAnswer } from '../../use-answer.ts';
import { findStep, type Steps } from '../data/steps.ts';
import { setView } from '../view/actions.ts';
import type { SessionViewProps } from '../views.tsx';
import { callsBetween, type CallsBetween } from './calls-text.ts';
import { Message } from './message.tsx';
import styles from './reading-view.module.css';

/** So many messages are drawn at a time: a session of 100,000 events has tens of thousands. */
const pageLength = 100;

/**
 * The conversation as people read it: prompts, replies as Markdown, and the calls between them as one line. It begins
 * with the turn of the selected step.
 */
export function ReadingView({ view, change, onStep }: SessionViewProps) {
  const { steps, selected } = view;
  const root = steps.parts[0]!;
  const [from, setFrom] = useState(() => seqOfTurn(steps, selected < 0 ? 0 : steps.turn[selected]!));
  const { answer, error } = useAnswer<TimelineAnswer>(`/sessions/${segment(root.session.uid)}/timeline`, {
    kinds: 'user_msg,assistant_msg',
    after: from - 1 || null,
    limit: pageLength,
  });
  const messages = answer?.events.filter(isSaid) ?? [];
  const toSteps = (step: number): void => {
    onStep(step);
    change((was) => setView(was, 'steps'));
  };
  const end = answer?.next ?? Infinity;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keys.
    <div className={styles.reading} tabIndex={0} role="region" aria-label="Conversation" key={from}>
      {from > root.seq[0]! && (
        <button type="button" className="button" onClick={() => setFrom(earlier(steps, from))}>
          Earlier
        </button>
      )}
      {error && <p role="alert">{error.message}</p>}
      {!answer && !error && <p role="status" aria-label="Loading conversation" />}
      {answer && <Calls calls={callsBetween(steps, from - 1, messages[0]?.seq ?? end)} onStep={toSteps} />}
      {messages.map((event, at) => (
        <Fragment key={event.id}>
          <Message
            event={event}
            onPress={event.kind === 'user_msg' ? () => toSteps(findStep(steps, event) ?? 0) : null}
          />
          <Calls calls={callsBetween(steps, event.seq, messages[at + 1]?.seq ?? end)} onStep={toSteps} />
        </Fragment>
      ))}
      {answer !== undefined && answer.next !== null && (
        <button type="button" className="button" onClick={() => setFrom(answer.next! + 1)}>
          Later
        </button>
      )}
    </div>
  );
}

function Calls({ calls, onStep }: { readonly calls: CallsBetween | null; readonly onStep: (step: number) => void }) {
  if (!calls) return null;
  return (
    <button type="button" className={styles.calls} onClick={() => onStep(calls.first)}>
      {calls.text}
      {calls.failed > 0 && <b>{calls.failed} failed</b>}
    </button>
  );
}

/** What a person typed, and what the agent answered. */
function isSaid({ kind, origin, is_sidechain: isSidechain }: Event): boolean {
  return !isSidechain && (kind === 'assistant_msg' || origin === null || origin === 'human');
}

function seqOfTurn({ turnStart, own, parts }: Steps, turn: number): number {
  return parts[0]!.seq[own[turnStart[turn]!]!]!;
}

/** Some turns before a place. */
function earlier(steps: Steps, from: number): number {
  const step = findStep(steps, { session: steps.parts[0]!.session.uid, seq: from }) ?? 0;
  return seqOfTurn(steps, Math.max(0, steps.turn[step]! - turnsBack));
}

const turnsBack = 10;
