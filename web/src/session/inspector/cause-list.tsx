import { confidenceLevel, type StepAnswer } from '../../../../src/types.ts';
import { inkOfType } from '../draw/palette.ts';
import { EdgeTag } from '../parts/edge-tag.tsx';
import { Summary } from '../parts/summary.tsx';
import styles from './inspector.module.css';
import { StepButton } from './step-link.tsx';

export type ListedCause = StepAnswer['causes'][number];
export type StepReference = ListedCause['step'];

/** Causes or effects with their evidence; the text version of the arcs in the gutter. */
export function CauseList({
  causes,
  culprits = [],
  label,
  locate,
  onStep,
  onPoint,
}: {
  readonly causes: readonly ListedCause[];
  /** The causes that the story of the failure names, by id. */
  readonly culprits?: readonly string[];
  readonly label: string;
  /** The number and position of a step; null when it is not in the list. */
  readonly locate: (step: StepReference) => { readonly number: number; readonly step: number } | null;
  readonly onStep: (step: StepReference) => void;
  readonly onPoint: (step: number) => void;
}) {
  return (
    <ul className={styles.causes} aria-label={label}>
      {causes.map(({ step, types: [type], basis, confidence, evidence }) => {
        const position = locate(step);
        return (
          <li key={step.id}>
            <StepButton
              onPress={() => onStep(step)}
              onPoint={(isOver) => onPoint(isOver && position ? position.step : -1)}
            >
              <span className={styles.first}>
                {type && <EdgeTag type={type} basis={basis} />}
                <span className={styles.seq}>{position ? `#${position.number}` : 'other session'}</span>
                <b className={styles.tool}>{step.tool ?? 'prompt'}</b>
                <span className={styles.what}>
                  <Summary text={step.summary} tool={step.tool} kind={step.tool === null ? 'prompt' : 'read'} />
                </span>
                {culprits.includes(step.id) && <span className={styles.culprit}>likely culprit</span>}
                {step.failed && <span className={styles.bad}>failed</span>}
              </span>
              <span className={styles.second}>
                <span className={styles.meter} role="img" aria-label={`confidence ${confidence.toFixed(2)}`}>
                  <i data-ink={type && inkOfType[type]} style={{ width: `${confidence * 100}%` }} />
                </span>
                <span className={styles.level} title={`confidence ${confidence.toFixed(2)}`}>
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
