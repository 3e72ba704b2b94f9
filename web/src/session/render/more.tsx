import { useState, type ReactNode } from 'react';
import { count } from '../../format.ts';
import styles from './render.module.css';

const atOnce = 20_000;

/** The beginning of a text, and more of it for who asks: nothing is too long to be shown, but not all at once. */
export function Bounded({
  text,
  length = text.length,
  children,
}: {
  readonly text: string;
  readonly length?: number;
  readonly children: (shown: string) => ReactNode;
}) {
  const [shown, setShown] = useState(atOnce);
  const isCut = text.length > shown;
  return (
    <>
      {children(isCut ? text.slice(0, shown) : text)}
      {isCut ? (
        <button type="button" className={styles.more} onClick={() => setShown(shown + atOnce)}>
          Show more ({count(text.length - shown)} of {count(length)} characters left)
        </button>
      ) : (
        length > text.length && (
          <p className={styles.cut}>{count(length - text.length)} more characters in the raw record.</p>
        )
      )}
    </>
  );
}
