import { inkOfKind } from '../draw/palette.ts';
import type { StepKind } from '../data/kinds.ts';
import styles from './mark.module.css';

/** The marks of the gutter as SVG. */
export function Mark({ kind, failed = false }: { readonly kind: StepKind; readonly failed?: boolean }) {
  return (
    <svg
      className={styles.mark}
      data-ink={failed ? 'rubric' : inkOfKind[kind]}
      viewBox="0 0 12 12"
      width="12"
      height="12"
      aria-hidden="true"
    >
      {failed ? <Failed /> : shapes[kind]}
    </svg>
  );
}

function Failed() {
  return (
    <>
      <circle cx="6" cy="6" r="5" className={styles.full} />
      <path d="m4.1 4.1 3.8 3.8m0-3.8-3.8 3.8" className={styles.cross} />
    </>
  );
}

const hollow = <circle cx="6" cy="6" r="3.3" className={styles.hollow} />;

const shapes: Readonly<Record<StepKind, React.ReactNode>> = {
  prompt: <rect x="1.5" y="1.5" width="9" height="9" rx="2.2" className={styles.full} />,
  note: <rect x="1.5" y="1.5" width="9" height="9" rx="2.2" className={styles.hollow} />,
  read: hollow,
  edit: <circle cx="6" cy="6" r="4.2" className={styles.full} />,
  check: <path d="m6 .8 5.2 5.2L6 11.2.8 6z" className={styles.full} />,
  shell: <circle cx="6" cy="6" r="3" className={styles.full} />,
  agent: (
    <>
      <circle cx="6" cy="6" r="4.8" className={styles.hollow} />
      <circle cx="6" cy="6" r="2.2" className={styles.full} />
    </>
  ),
  other: hollow,
};
