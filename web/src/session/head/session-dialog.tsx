import { useEffect, useRef, type ReactNode } from 'react';
import styles from './digest.module.css';

/** A dialog about a session, with its actions beside Close. */
export function SessionDialog({
  title,
  close,
  actions,
  children,
}: {
  readonly title: string;
  readonly close: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={title} onClose={close}>
      <h1>{title}</h1>
      {children}
      <form method="dialog" className={styles.actions}>
        {actions}
        <button className="button">Close</button>
      </form>
    </dialog>
  );
}

/** A text to read or copy. */
export function DialogText({ text, error }: { readonly text: string | undefined; readonly error: Error | undefined }) {
  if (error) return <p role="alert">{error.message}</p>;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keys.
    <pre className={styles.text} tabIndex={0} role="region" aria-label="Text" aria-busy={text === undefined}>
      {text}
    </pre>
  );
}
