import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** A titled section of a page. */
export function Panel({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.panel}>
      <header>
        <h2>{title}</h2>
        {note && <p>{note}</p>}
      </header>
      <div className={styles.body} role="region" aria-label={title} tabIndex={0}>
        {children}
      </div>
    </section>
  );
}
