import { currentRoute, linkTo, navigate, setParams, useRoute } from '../router.ts';
import styles from './session-row.module.css';
import { usePins } from './use-pins.ts';

/** Pins a session, or compares it with another: the first press chooses one, the second opens both. */
export function RowActions({ uid, title }: { readonly uid: string; readonly title: string | null }) {
  const { pins, toggle } = usePins();
  const chosen = useRoute().params.get('compare');
  const isPinned = pins.some((pin) => pin.uid === uid);
  const compare = () => {
    const first = currentRoute().params.get('compare');
    if (first === null || first === uid) setParams({ compare: first === null ? uid : null });
    else navigate(linkTo('/compare', { a: first, b: uid }));
  };
  const name = title ?? 'this session';
  return (
    <span className={styles.actions}>
      <button
        type="button"
        aria-pressed={isPinned}
        aria-label={`Pin ${name}`}
        title={isPinned ? 'Unpin' : 'Pin'}
        onClick={() => toggle({ uid, title })}
      >
        {isPinned ? '★' : '☆'}
      </button>
      <button
        type="button"
        aria-pressed={chosen === uid}
        aria-label={`Compare ${name}`}
        title="Compare with another session"
        onClick={compare}
      >
        ⇄
      </button>
    </span>
  );
}
