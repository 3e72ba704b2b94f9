import { useEffect, useRef } from 'react';
import { nameOfKey, useShortcutGroups } from '../shortcuts.ts';
import styles from './shortcut-dialog.module.css';

/** The shortcuts of the current page. */
export function ShortcutDialog({ close }: { readonly close: () => void }) {
  const groups = useShortcutGroups();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.keys} aria-labelledby="shortcuts-title" onClose={close}>
      <h1 id="shortcuts-title">Keyboard shortcuts</h1>
      <div className={styles.groups}>
        {groups.toReversed().map(({ title, keys }) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {keys.map(
                ({ key, label }) =>
                  label && (
                    <div key={key}>
                      <dt>
                        <kbd>{nameOfKey(key)}</kbd>
                      </dt>
                      <dd>{label}</dd>
                    </div>
                  ),
              )}
            </dl>
          </section>
        ))}
      </div>
      <form method="dialog">
        <button className="button">Close</button>
      </form>
    </dialog>
  );
}
