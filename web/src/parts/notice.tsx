import type { ReactNode } from 'react';
import { ApiError } from '../api.ts';
import styles from './notice.module.css';
import { SignIn } from './sign-in.tsx';

/** An empty state: what is missing, and how to get it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.notice}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** An error state, with the server's hint and a retry button; a form where a token is missing. */
export function Failed({ error, reload }: { readonly error: Error; readonly reload?: () => void }) {
  if (error instanceof ApiError && error.code === 'token-needed') return <SignIn reason={error.message} />;
  const hint = error instanceof ApiError ? error.hint : null;
  return (
    <div className={styles.notice} role="alert">
      <h2>Something went wrong</h2>
      <p>{error.message}</p>
      {hint && <p>{hint}</p>}
      {reload && (
        <button type="button" className="button" onClick={reload}>
          Try again
        </button>
      )}
    </div>
  );
}

/** A loading state. Appears after a short delay, because most answers are quicker. */
export function Busy({ what }: { readonly what: string }) {
  return (
    <div className={styles.busy} role="status" data-busy="">
      <span className={styles.ring} aria-hidden="true" />
      {what}
    </div>
  );
}
