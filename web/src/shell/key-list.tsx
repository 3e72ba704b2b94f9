import { useEffect, useRef } from 'react';
import { useKeyGroups } from '../keys.ts';
import styles from './key-list.module.css';

/** The keys that do something where the reader is. */
export function KeyList({ close }: { readonly close: () => void }) {
  const groups = useKeyGroups();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.keys} aria-labelledby="keys-title" onClose={close}>
      <h1 id="keys-title">Keyboard shortcuts</h1>
      <div className={styles.groups}>
        {groups.toReversed().map(({ title, keys }) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {keys.map(
                ({ key, says }) =>
                  says && (
                    <div key={key}>
                      <dt>
                        <kbd>{names[key] ?? key}</kbd>
                      </dt>
                      <dd>{says}</dd>
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

const names: Readonly<Record<string, string>> = {
  ' ': 'space',
  Escape: 'Esc',
  Enter: '⏎',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};
