import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { navigate, linkTo } from '../router.ts';
import { Highlighted } from './highlighted.tsx';
import styles from './search-dialog.module.css';
import { useSearch } from './use-search.ts';

/** Search as you type, above any page. */
export function SearchDialog({ close }: { readonly close: () => void }) {
  const [typed, setTyped] = useState('');
  const [selected, setSelected] = useState(0);
  const { groups, isLoading, error, total, nowhere } = useSearch(typed, 5);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  const found = groups.flatMap((group) => group.found);
  const at = Math.min(selected, Math.max(0, found.length - 1));
  const follow = (to: string) => {
    close();
    navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setSelected(Math.min(Math.max(at + (event.key === 'ArrowDown' ? 1 : -1), 0), Math.max(0, found.length - 1)));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const to = found[at]?.to ?? (typed.trim() ? linkTo('/search', { q: typed.trim() }) : null);
      if (to === null) return;
      if (event.metaKey || event.ctrlKey) window.open(to, '_blank', 'noopener');
      else follow(to);
    }
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Search everything" onClose={close} closedby="any">
      <div className={styles.box}>
        <input
          type="search"
          className={styles.typed}
          placeholder="Sessions, steps, errors, skills…"
          aria-label="Search everything"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls="found"
          aria-activedescendant={found[at] ? `found-${at}` : undefined}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
        />
        {error && <p className={styles.note}>{error.message}</p>}
        {!error && typed.trim() !== '' && found.length === 0 && (
          <p className={styles.note}>
            {isLoading
              ? 'Searching'
              : nowhere.length > 0
                ? `No results. Nowhere in the archive: ${nowhere.join(', ')}`
                : 'No results'}
          </p>
        )}
        <div id="found" role="listbox" aria-label="Results" className={styles.found}>
          {groups.map(({ title, found: those }) => (
            <div key={title} role="group" aria-label={title}>
              <h2 aria-hidden="true">{title}</h2>
              {those.map((each) => {
                const index = found.indexOf(each);
                return (
                  // Keys are the input's: it keeps the focus and says which of these is meant.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={each.key}
                    id={`found-${index}`}
                    role="option"
                    aria-selected={index === at}
                    ref={index === at ? intoView : null}
                    className={styles.option}
                    onClick={() => follow(each.to)}
                    onPointerMove={() => setSelected(index)}
                  >
                    <span className="transcript-text">
                      <Highlighted text={each.text.slice(0, 300)} query={typed} />
                    </span>
                    <i>{each.detail}</i>
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        {found.length > 0 && (
          <p className={styles.note}>
            {total && `${total} sessions with any of the words. `}
            <kbd>↑↓</kbd> select <kbd>⏎</kbd> open <kbd>Esc</kbd> close{' '}
            <button type="button" className="button" onClick={() => follow(linkTo('/search', { q: typed.trim() }))}>
              Show all results
            </button>
          </p>
        )}
      </div>
    </dialog>
  );
}

function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
