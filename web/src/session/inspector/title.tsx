import { count as counted } from '../../format.ts';
import styles from './inspector.module.css';

/** The title of a section, how many there are in it, and what can be done with them. */
export function Title({
  name,
  count,
  path,
  act,
}: {
  readonly name: string;
  readonly count?: number | string | undefined;
  readonly path?: string | null;
  readonly act?: { readonly name: string; readonly key: string; readonly does: () => void };
}) {
  return (
    <h3 className={styles.title}>
      {name}
      {count !== undefined && (
        <span className={styles.count}>{typeof count === 'number' ? counted(count) : count}</span>
      )}
      {path && (
        <bdi className={styles.path} title={path}>
          {path}
        </bdi>
      )}
      {act && (
        <button type="button" className={styles.act} onClick={act.does}>
          {act.name} <kbd>{act.key}</kbd>
        </button>
      )}
    </h3>
  );
}
