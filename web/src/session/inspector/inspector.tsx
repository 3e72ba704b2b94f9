import { memo, useMemo, useState } from 'react';
import type { EventId, StepAnswer, Tokens } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { clock, count, day, duration, money } from '../../format.ts';
import { useAnswer } from '../../use-answer.ts';
import { isPrompt, kinds } from '../data/kinds.ts';
import type { RowPages } from '../data/row-pages.ts';
import { culpritsOf } from '../data/ranked-causes.ts';
import { nameOf, findStep, type Steps } from '../data/steps.ts';
import { Mark } from '../parts/mark.tsx';
import { Summary } from '../parts/summary.tsx';
import { RawRecord } from '../render/raw-record.tsx';
import type { Hovered } from '../view/hovered.ts';
import { CauseList, type ListedCause, type StepReference } from './cause-list.tsx';
import { InputSection } from './input-section.tsx';
import styles from './inspector.module.css';
import { LineageSection } from './lineage-section.tsx';
import { OutputSections } from './output-sections.tsx';
import { MessageSection } from './message-section.tsx';
import { quotesIn } from './quotes.ts';
import { StepLink } from './step-link.tsx';
import { StoryCard } from './story-card.tsx';
import { SectionTitle } from './section-title.tsx';
import { useMarkedQuotes } from './use-marked-quotes.ts';

export interface InspectorProps {
  readonly steps: Steps;
  readonly step: number;
  /** Null while its row is loading. */
  readonly id: EventId | null;
  readonly summary: string | undefined;
  readonly minConfidence: number;
  /** The step that was inspected before: what it has from this one is marked. */
  readonly previous: EventId | null;
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
  const [body, setBody] = useState<HTMLElement | null>(null);
  useMarkedQuotes(body, useQuotes(answer, props.previous));
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
      <div className={styles.body} tabIndex={0} role="region" aria-label="Step details" key={step} ref={setBody}>
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
  const culprits = culpritsOf(steps, step);
  const ranked = ranking(steps, culprits, answer.causes);
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
      {(!prompt || answer.causes.length > 0) && (
        <section>
          <SectionTitle
            name="Causes"
            count={answer.causes.length + ranked.unlinked.length}
            action={{ name: 'Show why', key: 'w', run: onWhy }}
          />
          {ranked.unlinked.length > 0 && (
            <ul className={styles.causes} aria-label="Likely culprit">
              {ranked.unlinked.map((culprit) => (
                <li key={culprit}>
                  <StepLink
                    {...{ steps, step: culprit, pages, hovered, onStep }}
                    after={<span className={styles.culprit}>likely culprit</span>}
                  />
                </li>
              ))}
            </ul>
          )}
          <ShownCauses label="Causes" causes={ranked.linked} culprits={ranked.ids} {...{ minConfidence, lists }} />
          {answer.causes.length === 0 && <p className={styles.none}>No link found to an earlier step.</p>}
        </section>
      )}
      <LineageSection id={answer.step.id} />
      <InputSection answer={answer} kind={kind} failed={steps.failed[step] === 1} />
      <OutputSections answer={answer} kind={kind} />
      <MessageSection title="Agent reply" messages={answer.answer} />
      <section>
        <SectionTitle
          name="Effects"
          count={answer.effects_total}
          action={{ name: 'Show impact', key: 'i', run: onImpact }}
        />
        <ShownCauses label="Effects" causes={answer.effects} culprits={[]} {...{ minConfidence, lists }} />
        {answer.effects_total > answer.effects.length && (
          <p className={styles.none}>
            The strongest {answer.effects.length} of {count(answer.effects_total)}.
          </p>
        )}
        {answer.effects.length === 0 && <p className={styles.none}>No link found to a later step.</p>}
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

/** The causes from the minimum confidence on, and a button for the others. */
function ShownCauses({
  label,
  causes,
  culprits,
  minConfidence,
  lists,
}: {
  readonly label: string;
  readonly causes: readonly ListedCause[];
  readonly culprits: readonly string[];
  readonly minConfidence: number;
  readonly lists: Omit<Parameters<typeof CauseList>[0], 'causes' | 'culprits' | 'label'>;
}) {
  const [isAll, setAll] = useState(false);
  const shown = causes.filter(
    ({ step, confidence }) =>
      isAll || Math.round(confidence * 100) >= minConfidence || culprits.some((id) => id === step.id),
  );
  const hidden = causes.length - shown.length;
  return (
    <>
      {shown.length > 0 && <CauseList causes={shown} {...{ label, culprits }} {...lists} />}
      {hidden > 0 && (
        <button
          type="button"
          className="button"
          title={`confidence below ${(minConfidence / 100).toFixed(2)}`}
          onClick={() => setAll(true)}
        >
          {`Show ${hidden} ${shown.length > 0 ? 'more' : 'possible'}`}
        </button>
      )}
    </>
  );
}

/** The causes in the order of `rankedCauses`, and the culprits that no link leads to. */
function ranking(steps: Steps, culprits: readonly number[], causes: readonly ListedCause[]) {
  const of = (cause: ListedCause): number => findStep(steps, cause.step) ?? -1;
  const linked = culprits.flatMap((culprit) => causes.find((cause) => of(cause) === culprit) ?? []);
  return {
    linked: [...linked, ...causes.filter((cause) => !linked.includes(cause))],
    ids: linked.map(({ step }) => step.id),
    unlinked: culprits.filter((culprit) => !linked.some((cause) => of(cause) === culprit)),
  };
}

/** What the evidence of its causes quotes; in a cause, what the step inspected before has from it. */
function useQuotes(answer: StepAnswer | undefined, previous: EventId | null): readonly string[] {
  return useMemo(() => {
    if (!answer) return [];
    const later = answer.effects.filter(({ step }) => step.id === previous);
    return [...new Set(quotesIn([...answer.causes, ...later].flatMap(({ evidence }) => evidence)))];
  }, [answer, previous]);
}
