import type { ReactNode } from 'react';
import { ApiError } from '../api.ts';
import styles from './notice.module.css';

/** Instead of a list with nothing in it: what is missing, and what fills it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.notice}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Instead of what could not be fetched. */
export function Failed({ error, again }: { readonly error: Error; readonly again?: () => void }) {
  const hint = error instanceof ApiError ? error.hint : null;
  return (
    <div className={styles.notice} role="alert">
      <h2>Something went wrong</h2>
      <p>{error.message}</p>
      {hint && <p>{hint}</p>}
      {again && (
        <button type="button" className="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** While the first answer is on its way. Says nothing for a moment: most answers are quicker. */
export function Busy({ what }: { readonly what: string }) {
  return (
    <div className={styles.busy} role="status" data-busy="">
      <span className={styles.ring} aria-hidden="true" />
      {what}
    </div>
  );
}
