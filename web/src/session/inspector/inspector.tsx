import { memo } from 'react';
import type { EventId, StepAnswer, Tokens } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { clock, count, day, duration, money } from '../../format.ts';
import { useAnswer } from '../../use-answer.ts';
import { isPrompt, kinds } from '../data/kinds.ts';
import type { RowPages } from '../data/row-pages.ts';
import { nameOf, findStep, type Steps } from '../data/steps.ts';
import { Mark } from '../parts/mark.tsx';
import { Summary } from '../parts/summary.tsx';
import { RawRecord } from '../render/raw-record.tsx';
import type { Hovered } from '../view/hovered.ts';
import { CauseList, type ListedCause, type StepReference } from './cause-list.tsx';
import { InputSection } from './input-section.tsx';
import styles from './inspector.module.css';
import { OutputSections } from './output-sections.tsx';
import { MessageSection } from './message-section.tsx';
import { StoryCard } from './story-card.tsx';
import { SectionTitle } from './section-title.tsx';

export interface InspectorProps {
  readonly steps: Steps;
  readonly step: number;
  /** Null while its row is loading. */
  readonly id: EventId | null;
  readonly summary: string | undefined;
  readonly minConfidence: number;
  readonly pages: RowPages;
  readonly hovered: Hovered;
  readonly onStep: (step: number) => void;
  readonly onElsewhere: (step: StepReference) => void;
  readonly onWhy: () => void;
  readonly onImpact: () => void;
  readonly close: () => void;
}

/** Details of one step: messages, story, causes, input, output, effects and raw records. */
export const Inspector = memo(function Inspector(props: InspectorProps) {
  const { steps, step, id, summary, close } = props;
  const { answer, error } = useAnswer<StepAnswer>(id === null ? null : `/steps/${segment(id)}`);
  const kind = kinds[steps.kind[step]!]!;
  const story = steps.stories[steps.storyOf[step]!];
  const at = steps.at[step]!;
  const tokens = answer?.step.tokens;
  return (
    <aside className={styles.inspector} aria-label="Inspector">
      <header className={styles.head} data-kind={kind}>
        <div className={styles.id}>
          <Mark kind={kind} failed={steps.failed[step] === 1} />
          <b>{nameOf(steps, step)}</b>
          <span className={styles.seq}>#{steps.own[step]! + 1}</span>
          {steps.failed[step] === 1 && (
            <span className={styles.badge}>
              {story?.error === step && story.type.length < 24 ? story.type : 'failed'}
            </span>
          )}
          <button type="button" className={styles.close} aria-label="Close inspector" onClick={close}>
            ×
          </button>
        </div>
        <h2>{summary === undefined ? '…' : <Summary text={summary} tool={nameOf(steps, step)} kind={kind} />}</h2>
        <dl className={styles.facts}>
          {at > 0 && <Fact name="at" value={clock(at)} title={day(at)} />}
          {steps.took[step]! > 0 && <Fact name="took" value={duration(steps.took[step]!)} />}
          {tokens && tokensText(tokens) && <Fact name="tokens" value={tokensText(tokens)} />}
          {answer?.step.usd ? <Fact name="cost" value={money(answer.step.usd)} /> : null}
          <Fact name="turn" value={String(steps.turn[step]! + 1)} />
        </dl>
      </header>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keys. */}
      <div className={styles.body} tabIndex={0} role="region" aria-label="Step details" key={step}>
        {answer ? (
          <Details {...props} answer={answer} />
        ) : error ? (
          <p className={styles.none}>{error.message}</p>
        ) : (
          <LoadingStep />
        )}
      </div>
    </aside>
  );
});

function Details({
  steps,
  step,
  answer,
  minConfidence,
  pages,
  hovered,
  onStep,
  onElsewhere,
  onWhy,
  onImpact,
}: InspectorProps & { readonly answer: StepAnswer }) {
  const kind = kinds[steps.kind[step]!]!;
  const prompt = isPrompt(steps.kind[step]!);
  const story = steps.stories[steps.storyOf[step]!];
  const isShown = ({ confidence }: ListedCause) => Math.round(confidence * 100) >= minConfidence;
  const causes = answer.causes.filter(isShown);
  const effects = answer.effects.filter(isShown);
  const lists = {
    locate: (named: StepReference) => locate(steps, named),
    onPoint: hovered.set,
    onStep: (named: StepReference) => {
      const position = locate(steps, named);
      if (position) onStep(position.step);
      else onElsewhere(named);
    },
  };
  return (
    <>
      {answer.evicted && <p className={styles.none}>The raw bytes were evicted; derived data is kept.</p>}
      <MessageSection title="Agent message" messages={answer.messages} />
      {story && <StoryCard {...{ story, steps, pages, hovered, onStep }} message={answer.story?.message ?? null} />}
      {(!prompt || causes.length > 0) && (
        <section>
          <SectionTitle name="Causes" count={causes.length} action={{ name: 'Show why', key: 'w', run: onWhy }} />
          {causes.length > 0 && <CauseList causes={causes} {...lists} />}
          {answer.causes.length === 0 && <p className={styles.none}>No link found to an earlier step.</p>}
          <HiddenCauses all={answer.causes.length} shown={causes.length} minConfidence={minConfidence} />
        </section>
      )}
      <InputSection answer={answer} kind={kind} failed={steps.failed[step] === 1} />
      <OutputSections answer={answer} kind={kind} />
      <MessageSection title="Agent reply" messages={answer.answer} />
      <section>
        <SectionTitle
          name="Effects"
          count={answer.effects_total}
          action={{ name: 'Show impact', key: 'i', run: onImpact }}
        />
        {effects.length > 0 && <CauseList causes={effects} {...lists} />}
        {answer.effects_total > answer.effects.length && (
          <p className={styles.none}>
            The strongest {answer.effects.length} of {count(answer.effects_total)}.
          </p>
        )}
        {answer.effects.length === 0 && <p className={styles.none}>No link found to a later step.</p>}
        <HiddenCauses all={answer.effects.length} shown={effects.length} minConfidence={minConfidence} />
      </section>
      <section>
        <RawRecord event={answer.step.id} name="Raw record" />
        {answer.results.map(({ event }) => (
          <RawRecord key={event.id} event={event.id} name="Raw record of the result" />
        ))}
      </section>
    </>
  );
}

function locate(steps: Steps, named: StepReference): { readonly number: number; readonly step: number } | null {
  const step = findStep(steps, named);
  return step === null ? null : { number: steps.own[step]! + 1, step };
}

/** Input tokens are recorded only at the first step of a model response. */
function tokensText({ input, output, cache_read: read, cache_write: written }: Tokens): string {
  const into = input + read + written;
  return [into > 0 && `${count(into)} in`, output > 0 && `${count(output)} out`].filter(Boolean).join(', ');
}

function Fact({ name, value, title }: { readonly name: string; readonly value: string; readonly title?: string }) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function LoadingStep() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading step">
      {Array.from({ length: 7 }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}

/** Says how many causes the minimum confidence hides. */
function HiddenCauses({
  all,
  shown,
  minConfidence,
}: {
  readonly all: number;
  readonly shown: number;
  readonly minConfidence: number;
}) {
  if (all === shown) return null;
  return (
    <p
      className={styles.none}
    >{`${all - shown}${shown > 0 ? ' more' : ''} below ${(minConfidence / 100).toFixed(2)}`}</p>
  );
}
