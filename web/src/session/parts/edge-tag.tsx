import type { EdgeType } from '../../../../src/types.ts';
import { inkOfType } from '../draw/palette.ts';
import styles from './edge-tag.module.css';

/** How a step belongs to another: the word and how sure that is. A solid frame is recorded, a dashed one inferred. */
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
      title={`${type}, ${recorded ? 'recorded' : 'inferred'}`}
    >
      {type}
      {confidence !== undefined && <span className={styles.number}> {(confidence / 100).toFixed(2)}</span>}
    </span>
  );
}
