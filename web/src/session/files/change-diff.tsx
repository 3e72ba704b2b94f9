import { memo, useMemo, useState } from 'react';
import type { FileChange, Hunk } from '../../../../src/types.ts';
import { clock, count, plural } from '../../format.ts';
import { plainText } from '../render/ansi.ts';
import diffStyles from '../render/render.module.css';
import styles from './files.module.css';

const linesAtOnce = 60;

/** One change of a file: when, by whom, the diff, and buttons to its step and to why it was made. */
export const ChangeDiff = memo(function ChangeDiff({
  change,
  number,
  path,
  onStep,
}: {
  readonly change: FileChange;
  readonly number: number;
  readonly path: string;
  readonly onStep: (change: FileChange, why: boolean) => void;
}) {
  const { step, prompt, subagent, hunks, added, removed, missing } = change;
  return (
    <article className={styles.change} aria-label={`Change ${number} of ${path}`}>
      <header>
        <b>{number}</b>
        {step.at !== null && <time dateTime={step.at}>{clock(step.at)}</time>}
        <span>{step.tool}</span>
        {missing === null && (
          <span className={styles.lines}>
            <b data-sign="+">+{count(added)}</b> <b data-sign="-">−{count(removed)}</b>
          </span>
        )}
        {subagent && <span className={styles.who}>sub-agent</span>}
        <button type="button" className="button" onClick={() => onStep(change, false)}>
          Step
        </button>
        <button type="button" className="button" onClick={() => onStep(change, true)}>
          Why
        </button>
      </header>
      {prompt && <p className={`${styles.prompt} transcript-text`}>{plainText(prompt.summary.slice(0, 300))}</p>}
      {missing && (
        <p className={styles.note}>
          {missing === 'evicted'
            ? 'The bytes of this change were evicted from the archive.'
            : 'A program made this change. What it changed is not recorded.'}
        </p>
      )}
      {hunks.length > 0 && <Hunks change={change} />}
    </article>
  );
});

function Hunks({ change: { hunks, numbers, lines_left_out: leftOut } }: { readonly change: FileChange }) {
  const [shown, setShown] = useState(linesAtOnce);
  const lines = useMemo(() => numberedLines(hunks), [hunks]);
  return (
    <>
      <div className={styles.diff} role="group" aria-label="Diff">
        {lines.slice(0, shown).map(({ sign, text, before, after, isApart }, at) => (
          <div key={at} className={diffStyles.change} data-sign={sign} data-apart={isApart || undefined}>
            <span className={diffStyles.lineNumber}>{before}</span>
            <span className={diffStyles.lineNumber}>{after}</span>
            <span className={diffStyles.sign}>{sign === '-' ? '−' : sign}</span>
            <bdi>{plainText(text) || ' '}</bdi>
          </div>
        ))}
      </div>
      {lines.length > shown && (
        <button type="button" className={diffStyles.more} onClick={() => setShown(shown + 5 * linesAtOnce)}>
          Show more ({plural(lines.length - shown, 'line')} left)
        </button>
      )}
      {numbers === null && <p className={styles.note}>Line numbers not recorded.</p>}
      {numbers === 'derived' && (
        <p className={styles.note}>Line numbers derived from what was read and written before.</p>
      )}
      {leftOut > 0 && <p className={styles.note}>{plural(leftOut, 'more line')} in the raw record of the step.</p>}
    </>
  );
}

interface NumberedLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
  /** Null for a line that is not there before or after, and where numbers are not known. */
  readonly before: number | null;
  readonly after: number | null;
  /** Unchanged lines are left out before it. */
  readonly isApart: boolean;
}

function numberedLines(hunks: readonly Hunk[]): readonly NumberedLine[] {
  return hunks.flatMap(({ old_start: oldStart, new_start: newStart, lines }, hunk) => {
    let [old, now] = [oldStart, newStart];
    return lines.map((line, at): NumberedLine => {
      const sign = line[0] as NumberedLine['sign'];
      const [before, after] = [sign === '+' ? null : old, sign === '-' ? null : now];
      if (sign !== '+' && old !== null) old += 1;
      if (sign !== '-' && now !== null) now += 1;
      return { sign, text: line.slice(1), before, after, isApart: hunk > 0 && at === 0 };
    });
  });
}
