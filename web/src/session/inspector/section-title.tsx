import { count as counted } from '../../format.ts';
import styles from './inspector.module.css';

/** The title of a section, with a count and an action. */
export function SectionTitle({
  name,
  count,
  path,
  action,
}: {
  readonly name: string;
  readonly count?: number | string | undefined;
  readonly path?: string | null;
  readonly action?: { readonly name: string; readonly key: string; readonly run: () => void };
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
      {action && (
        <button type="button" className={styles.action} onClick={action.run}>
          {action.name} <kbd>{action.key}</kbd>
        </button>
      )}
    </h3>
  );
}
