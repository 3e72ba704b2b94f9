import { confidenceLevel, type StepAnswer } from '../../../../src/types.ts';
import { inkOfType } from '../draw/palette.ts';
import { EdgeTag } from '../parts/edge-tag.tsx';
import { Summary } from '../parts/summary.tsx';
import styles from './inspector.module.css';
import { StepButton } from './step-link.tsx';

export type CauseTold = StepAnswer['causes'][number];
export type StepNamed = CauseTold['step'];

/**
 * Causes or effects with the reasons to believe in them. Each is also an arc in the gutter; this is the same in
 * words.
 */
export function CauseList({
  causes,
  placeOf,
  onStep,
  onPoint,
}: {
  readonly causes: readonly CauseTold[];
  /** The number of a step and its place in the list; null for one that is not in it. */
  readonly placeOf: (step: StepNamed) => { readonly number: number; readonly step: number } | null;
  readonly onStep: (step: StepNamed) => void;
  readonly onPoint: (step: number) => void;
}) {
  return (
    <ul className={styles.causes}>
      {causes.map(({ step, types: [type], basis, confidence, evidence }) => {
        const place = placeOf(step);
        const isRecorded = basis === 'recorded';
        return (
          <li key={step.id}>
            <StepButton onPress={() => onStep(step)} onPoint={(isOver) => onPoint(isOver && place ? place.step : -1)}>
              <span className={styles.first}>
                {type && <EdgeTag type={type} recorded={isRecorded} />}
                <span className={styles.seq}>{place ? `#${place.number}` : 'other session'}</span>
                <b className={styles.tool}>{step.tool ?? 'prompt'}</b>
                <span className={styles.what}>
                  <Summary text={step.summary} tool={step.tool} kind={step.tool === null ? 'prompt' : 'read'} />
                </span>
                {step.failed && <span className={styles.bad}>failed</span>}
              </span>
              <span className={styles.second}>
                <span className={styles.meter} role="img" aria-label={`confidence ${confidence.toFixed(2)}`}>
                  <i data-ink={type && inkOfType[type]} style={{ width: `${confidence * 100}%` }} />
                </span>
                <span className={styles.sure} title={`confidence ${confidence.toFixed(2)}`}>
                  {confidenceLevel(confidence)}
                </span>
                <span>{basis}</span>
                {evidence.length > 0 && <bdi className={styles.evidence}>{evidence.join('; ')}</bdi>}
              </span>
            </StepButton>
          </li>
        );
      })}
    </ul>
  );
}
