import { confidenceLevel, type Basis, type EdgeType } from '../../../../src/types.ts';
import { inkOfType } from '../draw/palette.ts';
import styles from './edge-tag.module.css';

/** How two steps are linked: the type and its confidence. No frame: recorded; a solid one: judged; a dashed one: inferred. */
export function EdgeTag({
  type,
  basis,
  confidence,
}: {
  readonly type: EdgeType;
  readonly basis: Basis;
  readonly confidence?: number | undefined;
}) {
  return (
    <span className={styles.tag} data-ink={inkOfType[type]} data-basis={basis} title={titleOf(type, basis, confidence)}>
      {type}
      {confidence !== undefined && <span className={styles.number}> {confidenceLevel(confidence / 100)}</span>}
    </span>
  );
}

function titleOf(type: EdgeType, basis: Basis, confidence: number | undefined): string {
  const link = `${type}, ${basis}`;
  return confidence === undefined ? link : `${link}, confidence ${(confidence / 100).toFixed(2)}`;
}
