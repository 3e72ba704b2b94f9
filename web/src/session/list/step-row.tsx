import { memo } from 'react';
import type { Basis, EdgeType } from '../../../../src/types.ts';
import { duration, plural } from '../../format.ts';
import type { StepKind } from '../data/kinds.ts';
import { roleLabels, type Role } from '../data/stories.ts';
import { EdgeTag } from '../parts/edge-tag.tsx';
import { Mark } from '../parts/mark.tsx';
import { Summary } from '../parts/summary.tsx';
import styles from './rows.module.css';
import { deepestIndented, treeIndent } from './tree-indent.ts';
import { rowHeight } from './use-window.ts';

/** Everything a row shows, as comparable values: only rows that changed are rendered. */
export interface StepRowProps {
  readonly row: number;
  readonly of: number;
  readonly step: number;
  readonly number: number;
  readonly tool: string;
  readonly kind: StepKind;
  readonly failed: boolean;
  readonly depth: number;
  /** Undefined while it is loading. */
  readonly text: string | undefined;
  readonly type: EdgeType | null;
  /** Shown without a link: the prompt of a turn, or the culprit that the story names. */
  readonly context: 'turn' | 'culprit' | null;
  readonly basis: Basis;
  readonly confidence: number;
  readonly role: Role | null;
  readonly took: number;
  readonly isSelected: boolean;
  /** It was looked for and found. */
  readonly isMatch: boolean;
  readonly isDim: boolean;
  /** Later than the current step of a replay. */
  readonly isLater: boolean;
  /** A line above the row: the start of a turn, or of steps since the last visit. */
  readonly line: 'turn' | 'new' | null;
  /** Figures of a folded turn. */
  readonly folded: { readonly steps: number; readonly failed: number; readonly ms: number } | null;
  /** Level in the tree; 0 in the list. */
  readonly level: number;
  /** Whether a tree item with children is open. */
  readonly isOpen: boolean | null;
}

const contextLabels = { turn: 'its turn', culprit: 'likely culprit' } as const;

export const StepRow = memo(function StepRow(props: StepRowProps) {
  const {
    row,
    of,
    step,
    number,
    tool,
    kind,
    failed,
    depth,
    text,
    type,
    context,
    basis,
    confidence,
    role,
    took,
    isSelected,
    isMatch,
    isDim,
    isLater,
    line,
    folded,
    level,
    isOpen,
  } = props;
  return (
    <div
      id={`step-${step}`}
      role={level ? 'treeitem' : 'option'}
      aria-selected={isSelected}
      aria-posinset={row + 1}
      aria-setsize={of}
      {...(level > 0 && { 'aria-level': level, 'aria-expanded': isOpen ?? undefined })}
      className={styles.row}
      data-row={row}
      data-kind={kind}
      data-failed={failed || undefined}
      data-selected={isSelected || undefined}
      data-match={isMatch || undefined}
      data-dim={isDim || undefined}
      data-later={isLater || undefined}
      data-line={line ?? undefined}
      data-folded={folded ? '' : undefined}
      data-tree={level ? '' : undefined}
      style={{ transform: `translateY(${row * rowHeight}px)` }}
    >
      {level > 0 && (
        <span className={styles.branch} style={{ paddingLeft: treeIndent(level) }} aria-hidden="true">
          {level > deepestIndented && <small className={styles.level}>{level}</small>}
          <span className={styles.twisty} data-open={isOpen ?? undefined} />
          <Mark kind={kind} failed={failed} />
        </span>
      )}
      <span className={styles.number}>{number}</span>
      <span className={styles.tool} title={tool.length > 10 ? tool : undefined}>
        {tool}
      </span>
      <span className={styles.text} style={level ? undefined : { paddingLeft: depth * 14 }}>
        {text === undefined ? (
          <span className={styles.bar} data-long={number % 3} />
        ) : (
          <Summary text={text} tool={tool} kind={kind} />
        )}
      </span>
      <span className={styles.tag}>
        {type ? (
          <EdgeTag type={type} basis={basis} confidence={confidence} />
        ) : (
          context && <i>{contextLabels[context]}</i>
        )}
      </span>
      {folded ? (
        <>
          <span className={styles.role} data-role={folded.failed > 0 ? 'open' : undefined}>
            {folded.failed > 0 && `${folded.failed} failed`}
          </span>
          <span className={styles.count}>{plural(folded.steps, 'step')}</span>
          <span className={styles.took}>{folded.ms > 0 && duration(folded.ms)}</span>
        </>
      ) : (
        <>
          <span className={styles.role} data-role={role ?? undefined}>
            {role ? roleLabels[role] : failed && 'failed'}
          </span>
          <span className={styles.took}>{took >= 1000 && duration(took)}</span>
        </>
      )}
    </div>
  );
});
