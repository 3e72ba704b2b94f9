import { memo, useEffect, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ChangedFile } from '../../../../src/types.ts';
import { count, plural } from '../../format.ts';
import { Busy, Empty, Failed } from '../../parts/notice.tsx';
import { rowHeight, useWindow } from '../list/use-window.ts';
import type { FilesOfSession } from './files-of-session.ts';
import styles from './files.module.css';

/** All files as a virtual list: name, folder, lines, edits, and whether sub-agents changed it. */
export function FileList({
  files,
  path,
  row: current,
  onFile,
}: {
  readonly files: FilesOfSession;
  readonly path: string | null;
  readonly row: number;
  readonly onFile: (row: number) => void;
}) {
  const state = useSyncExternalStore(files.subscribe, files.state);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const total = state.total ?? 0;
  const window = useWindow(scroller, total);
  useEffect(() => files.show(window.from, Math.max(window.to, 1)), [files, window.from, window.to, state.total]);
  useLayoutEffect(() => {
    if (!scroller || path === null) return;
    const top = current * rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTo({ top });
    else if (top + rowHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTo({ top: top + rowHeight - scroller.clientHeight });
  }, [scroller, current, path]);
  if (state.total === null)
    return state.error ? <Failed error={state.error} reload={() => files.retry()} /> : <Busy what="Loading files" />;
  if (state.total === 0)
    return (
      <Empty title="No files changed">
        <p>No call of this session changed a file.</p>
      </Empty>
    );
  const size = Math.max(1, window.to - window.from);
  const drawn: ReactNode[] = Array.from({ length: size }, () => null);
  for (let row = window.from; row < window.to; row++) {
    const file = files.file(row);
    drawn[row % size] = (
      <FileRow
        key={row % size}
        row={row}
        of={total}
        file={file}
        isSelected={file !== undefined && file.path === path}
        onFile={onFile}
      />
    );
  }
  return (
    <section className={styles.list} aria-label="Files changed">
      <header className={styles.listHead}>
        <h2>{plural(total, 'file')} changed</h2>
        <span>
          lines <b data-sign="+">added</b> <b data-sign="-">removed</b>, edits
        </span>
      </header>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keys. */}
      <div ref={setScroller} className={styles.scroller} tabIndex={0} role="region" aria-label="List of files">
        <ul className={styles.rows} style={{ height: total * rowHeight }}>
          {drawn}
        </ul>
      </div>
      {state.subagentsLeftOut > 0 && (
        <p className={styles.note}>{plural(state.subagentsLeftOut, 'sub-agent')} not read</p>
      )}
    </section>
  );
}

const FileRow = memo(function FileRow({
  row,
  of,
  file,
  isSelected,
  onFile,
}: {
  readonly row: number;
  readonly of: number;
  readonly file: ChangedFile | undefined;
  readonly isSelected: boolean;
  readonly onFile: (row: number) => void;
}) {
  const cut = file ? file.path.lastIndexOf('/') + 1 : 0;
  const name = file?.path.slice(cut) || file?.path;
  const subagents = file?.by.filter(({ is_subagent }) => is_subagent).length ?? 0;
  return (
    <li
      className={styles.row}
      style={{ transform: `translateY(${row * rowHeight}px)` }}
      aria-setsize={of}
      aria-posinset={row + 1}
    >
      {file ? (
        <button
          type="button"
          aria-current={isSelected || undefined}
          title={`${file.path}${subagents > 0 ? `, changed by ${plural(subagents, 'sub-agent')}` : ''}`}
          onClick={() => onFile(row)}
        >
          <span className={styles.path}>
            <b className="transcript-text">{name}</b>{' '}
            <i className="transcript-text">{cut > 0 && name !== file.path ? file.path.slice(0, cut - 1) : ''}</i>
          </span>
          {subagents > 0 && <span className={styles.who}>sub-agent</span>}
          <span className={styles.lines}>
            <Lines file={file} />
          </span>
          <span className={styles.edits}>{count(file.edits)}</span>
        </button>
      ) : (
        <span className={styles.blank} />
      )}
    </li>
  );
});

function Lines({ file: { added, removed, lines_are_exact: isExact } }: { readonly file: ChangedFile }) {
  if (added === null || removed === null) return null;
  return (
    <>
      {!isExact && <span title="At least: some changes were made by a program">≥ </span>}
      <b data-sign="+">+{count(added)}</b> <b data-sign="-">−{count(removed)}</b>
    </>
  );
}
