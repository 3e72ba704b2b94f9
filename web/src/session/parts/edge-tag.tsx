import { confidenceLevel, type EdgeType } from '../../../../src/types.ts';
import { inkOfType } from '../draw/palette.ts';
import styles from './edge-tag.module.css';

/** How two steps are linked: the type and its confidence. A solid frame is recorded, a dashed one inferred. */
export function EdgeTag({
  type,
  recorded,
  confidence,
}: {
  readonly type: EdgeType;
  readonly recorded: boolean;
  readonly confidence?: number | undefined;
}) {
  return (
    <span
      className={styles.tag}
      data-ink={inkOfType[type]}
      data-basis={recorded ? 'recorded' : 'inferred'}
      title={titleOf(type, recorded, confidence)}
    >
      {type}
      {confidence !== undefined && <span className={styles.number}> {confidenceLevel(confidence / 100)}</span>}
    </span>
  );
}

function titleOf(type: EdgeType, recorded: boolean, confidence: number | undefined): string {
  const basis = `${type}, ${recorded ? 'recorded' : 'inferred'}`;
  return confidence === undefined ? basis : `${basis}, confidence ${(confidence / 100).toFixed(2)}`;
}
