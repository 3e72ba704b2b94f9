import styles from './list-of-bars.module.css';

/** The list before its steps are here. */
export function ListOfBars() {
  return (
    <div className={styles.bars} role="status" aria-label="Loading steps">
      {Array.from({ length: 24 }, (_, at) => (
        <span key={at} data-long={at % 5} />
      ))}
    </div>
  );
}
