import { useState } from 'react';
import { plural } from '../../format.ts';
import { linesOfChange, type DiffGap, type DiffLine } from './diff-lines.ts';
import { plainText } from './ansi.ts';
import styles from './render.module.css';

const maxCharacters = 20_000;
const linesAtOnce = 400;

/** A change, line by line. */
export function Diff({ before, after }: { readonly before: string; readonly after: string }) {
  const isCut = before.length > maxCharacters || after.length > maxCharacters;
  const [lines] = useState(() =>
    linesOfChange(plainText(before.slice(0, maxCharacters)), plainText(after.slice(0, maxCharacters))),
  );
  return (
    <>
      <DiffLines lines={lines} />
      {isCut && <p className={styles.cut}>First 20,000 characters of this change; the raw record has all of it.</p>}
    </>
  );
}

/** A patch as written by the agent. */
export function Patch({ text }: { readonly text: string }) {
  const lines = plainText(text.slice(0, maxCharacters))
    .split('\n')
    .map((line): DiffLine => {
      const isHead = /^(?:\*\*\*|---|\+\+\+|@@|diff |index )/.test(line);
      const sign = !isHead && (line.startsWith('+') || line.startsWith('-')) ? (line[0] as '+' | '-') : ' ';
      return { sign, text: isHead ? line : line.slice(1), before: null, after: null };
    });
  return (
    <>
      <DiffLines lines={lines} isPatch />
      {text.length > maxCharacters && (
        <p className={styles.cut}>First 20,000 characters of this patch; the raw record has all of it.</p>
      )}
    </>
  );
}

function DiffLines({
  lines,
  isPatch = false,
}: {
  readonly lines: readonly (DiffLine | DiffGap)[];
  readonly isPatch?: boolean;
}) {
  const [shown, setShown] = useState(linesAtOnce);
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.diff} tabIndex={0} role="region" aria-label="Change" data-patch={isPatch || undefined}>
        {lines.slice(0, shown).map((line, at) =>
          'unchanged' in line ? (
            <div key={at} className={styles.unchanged}>
              {plural(line.unchanged, 'unchanged line')}
            </div>
          ) : (
            <div key={at} className={styles.change} data-sign={line.sign}>
              <span className={styles.lineNumber}>{line.before}</span>
              <span className={styles.lineNumber}>{line.after}</span>
              <span className={styles.sign}>{line.sign === '-' ? '−' : line.sign === '+' ? '+' : ' '}</span>
              <bdi>
                {line.parts
                  ? line.parts.map(({ text, differs }, part) => (differs ? <mark key={part}>{text}</mark> : text))
                  : line.text || ' '}
              </bdi>
            </div>
          ),
        )}
      </div>
      {lines.length > shown && (
        <button type="button" className={styles.more} onClick={() => setShown(shown + linesAtOnce)}>
          Show more ({plural(lines.length - shown, 'line')} left)
        </button>
      )}
    </>
  );
}
