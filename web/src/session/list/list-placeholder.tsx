import styles from './list-placeholder.module.css';

/** Placeholder rows while the steps are loading. */
export function ListPlaceholder() {
  return (
    <div className={styles.bars} role="status" aria-label="Loading steps">
      {Array.from({ length: 24 }, (_, at) => (
        <span key={at} data-long={at % 5} />
      ))}
    </div>
  );
}
