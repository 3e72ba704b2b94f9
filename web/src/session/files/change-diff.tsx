import { memo, useState } from 'react';
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
  const total = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  let left = shown;
  return (
    <>
      <div className={styles.diff} role="group" aria-label="Diff">
        {hunks.map((hunk, at) => {
          const room = left;
          left -= hunk.lines.length;
          return room > 0 && <HunkLines key={at} hunk={hunk} most={room} isFirst={at === 0} />;
        })}
      </div>
      {total > shown && (
        <button type="button" className={diffStyles.more} onClick={() => setShown(shown + 5 * linesAtOnce)}>
          Show more ({plural(total - shown, 'line')} left)
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

function HunkLines({ hunk, most, isFirst }: { readonly hunk: Hunk; readonly most: number; readonly isFirst: boolean }) {
  const { old_start: oldStart, new_start: newStart, lines } = hunk;
  let [old, now] = [oldStart ?? 0, newStart ?? 0];
  return (
    <>
      {!isFirst && <div className={styles.gap} aria-hidden="true" />}
      {lines.slice(0, most).map((line, at) => {
        const sign = line[0] as '+' | '-' | ' ';
        const [before, after] = [sign === '+' ? null : old, sign === '-' ? null : now];
        if (sign !== '+') old += 1;
        if (sign !== '-') now += 1;
        return (
          <div key={at} className={diffStyles.change} data-sign={sign}>
            <span className={diffStyles.lineNumber}>{oldStart === null ? null : before}</span>
            <span className={diffStyles.lineNumber}>{newStart === null ? null : after}</span>
            <span className={diffStyles.sign}>{sign === '-' ? '−' : sign}</span>
            <bdi>{plainText(line.slice(1)) || ' '}</bdi>
          </div>
        );
      })}
    </>
  );
}
