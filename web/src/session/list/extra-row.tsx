import { memo } from 'react';
import type { SkeletonChild } from '../../../../src/types.ts';
import { count, plural } from '../../format.ts';
import styles from './rows.module.css';
import { treeIndent } from './tree-indent.ts';
import { rowHeight } from './use-window.ts';

interface RowPosition {
  readonly row: number;
  readonly of: number;
  readonly isLater: boolean;
}

/** Steps folded into one row, or a reply of the agent, which leads to the conversation. */
export const FoldRow = memo(function FoldRow({
  row,
  of,
  isLater,
  text,
  isReply = false,
}: RowPosition & { readonly text: string; readonly isReply?: boolean }) {
  return (
    <div
      role="option"
      aria-selected={false}
      aria-posinset={row + 1}
      aria-setsize={of}
      className={styles.fold}
      data-row={row}
      data-later={isLater || undefined}
      style={{ transform: `translateY(${row * rowHeight}px)` }}
    >
      {isReply ? (
        <span className={`${styles.replyText} transcript-text`}>
          <b>reply</b>
          <bdi>{text}</bdi>
        </span>
      ) : (
        <span className={styles.foldText}>{text}</span>
      )}
    </div>
  );
});

/** Steps outside the slice, or that do not match. */
export function gapText(steps: number, isSlice: boolean): string {
  return `${count(steps)} ${steps === 1 ? 'step' : 'steps'}, ${isSlice ? 'no link found' : 'no match'}`;
}

const left: Readonly<Record<SkeletonChild['relation'], string>> = {
  subagent: 'Sub-agent',
  fork: 'Fork',
  resume: 'Resumed',
  compaction: 'Continued after compaction',
};

/** A child session: a sub-agent opens in place, any other is a link to its page. */
export const BandRow = memo(function BandRow(
  props: RowPosition & {
    readonly child: SkeletonChild;
    readonly depth: number;
    readonly state: 'closed' | 'opening' | 'open';
    /** Level in the tree; 0 in the list. */
    readonly level: number;
  },
) {
  const { row, of, isLater, child, depth, state, level } = props;
  const isTree = level > 0;
  const { relation, title, steps, open } = child;
  const isInside = relation === 'subagent';
  return (
    <div
      role={isTree ? 'treeitem' : 'option'}
      aria-selected={false}
      aria-posinset={row + 1}
      aria-setsize={of}
      {...(isTree && { 'aria-level': level, 'aria-expanded': isInside ? state === 'open' : undefined })}
      className={styles.band}
      data-row={row}
      data-later={isLater || undefined}
      data-tree={isTree || undefined}
      data-state={state}
      style={{ transform: `translateY(${row * rowHeight}px)` }}
    >
      <span className={styles.bandText} style={{ paddingLeft: isTree ? treeIndent(level) + 12 : (depth - 1) * 14 }}>
        {isInside ? (
          <span className={styles.twisty} data-open={state === 'open'} aria-hidden="true" />
        ) : (
          <span className={styles.leave}>↗</span>
        )}
        <b>{left[relation]}</b>
        <bdi>{title ?? child.session}</bdi>
        <i>
          {plural(steps, 'step')}
          {open > 0 && <em>, {count(open)} open</em>}
          {state === 'opening' && ' · loading'}
        </i>
      </span>
    </div>
  );
});
