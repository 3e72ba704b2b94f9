import type { ReactNode } from 'react';
import type { RowPages } from '../data/row-pages.ts';
import { kinds } from '../data/kinds.ts';
import { nameOf, type Steps } from '../data/steps.ts';
import { Summary } from '../parts/summary.tsx';
import type { Hovered } from '../view/hovered.ts';
import styles from './inspector.module.css';

/** A link to a step in the list: a click selects it, hovering highlights its edges. */
export function StepLink({
  steps,
  step,
  pages,
  hovered,
  onStep,
  before,
  after,
}: {
  readonly steps: Steps;
  readonly step: number;
  readonly pages: RowPages;
  readonly hovered: Hovered;
  readonly onStep: (step: number) => void;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}) {
  const own = steps.own[step]!;
  const text = pages.row(steps.parts[steps.part[step]!]!, own)?.summary;
  return (
    <StepButton onPress={() => onStep(step)} onPoint={(isOver) => hovered.set(isOver ? step : -1)}>
      {before}
      <span className={styles.seq}>#{own + 1}</span>
      <b className={styles.tool}>{nameOf(steps, step)}</b>
      <span className={styles.what}>
        {text !== undefined && <Summary text={text} tool={nameOf(steps, step)} kind={kinds[steps.kind[step]!]!} />}
      </span>
      {after}
    </StepButton>
  );
}

export function StepButton({
  onPress,
  onPoint,
  children,
}: {
  readonly onPress: () => void;
  readonly onPoint?: (isOver: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.step}
      onClick={onPress}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
      onFocus={() => onPoint?.(true)}
      onBlur={() => onPoint?.(false)}
    >
      {children}
    </button>
  );
}
