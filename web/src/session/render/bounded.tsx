import { useState, type ReactNode } from 'react';
import { count } from '../../format.ts';
import styles from './render.module.css';

const charactersPerPage = 20_000;

/** The beginning of a long text, with a button for more. */
export function Bounded({
  text,
  length = text.length,
  children,
}: {
  readonly text: string;
  readonly length?: number;
  readonly children: (shown: string) => ReactNode;
}) {
  const [shown, setShown] = useState(charactersPerPage);
  const isCut = text.length > shown;
  return (
    <>
      {children(isCut ? text.slice(0, shown) : text)}
      {isCut ? (
        <button type="button" className={styles.more} onClick={() => setShown(shown + charactersPerPage)}>
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
