import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { navigate, linkTo } from '../router.ts';
import { Highlighted } from '../search/highlighted.tsx';
import { totalText, useSearch, type Found } from '../search/use-search.ts';
import styles from './palette.module.css';
import { useCommands } from './use-commands.ts';

/** Goes anywhere and does anything, above any page: sessions, steps, failures, skills, views and actions. */
export function Palette({
  close,
  typed: early,
}: {
  readonly close: () => void;
  /** What was typed before it was here. */
  readonly typed: string;
}) {
  const [typed, setTyped] = useState(early);
  const [selected, setSelected] = useState(0);
  const { groups: results, isLoading, error, total, nowhere } = useSearch(typed, 5);
  const commands = useCommands(typed);
  // Until the results are there nothing is above what can be done; then a word is more likely looked for.
  const groups =
    results.length > 0 && !isExact(commands, typed) ? [...results, ...commands] : [...commands, ...results];
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  const found = groups.flatMap((group) => group.found);
  const at = Math.min(selected, Math.max(0, found.length - 1));
  const follow = (to: string) => {
    close();
    navigate(to);
  };
  const choose = (each: Found) => {
    if (each.to !== undefined) return follow(each.to);
    close();
    // The dialog is closed first: an action may open another.
    setTimeout(() => each.run?.());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setSelected(Math.min(Math.max(at + (event.key === 'ArrowDown' ? 1 : -1), 0), Math.max(0, found.length - 1)));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = found[at];
      if (!chosen) {
        if (typed.trim()) follow(linkTo('/search', { q: typed.trim() }));
      } else if (chosen.to !== undefined && (event.metaKey || event.ctrlKey))
        window.open(chosen.to, '_blank', 'noopener');
      else choose(chosen);
    }
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Search everything" onClose={close} closedby="any">
      <div className={styles.box}>
        <input
          type="search"
          className={styles.typed}
          placeholder="Go to a session, step, error, view or action…"
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
                    onClick={() => choose(each)}
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
            {results.length > 0 && total && `${totalText(total, typed)}. `}
            <kbd>↑↓</kbd> select <kbd>⏎</kbd> open <kbd>Esc</kbd> close{' '}
            {typed.trim() !== '' && (
              <button type="button" className="button" onClick={() => follow(linkTo('/search', { q: typed.trim() }))}>
                Show all results
              </button>
            )}
          </p>
        )}
      </div>
    </dialog>
  );
}

/** Whether what was typed begins the name of a view or an action. */
function isExact(groups: ReturnType<typeof useCommands>, typed: string): boolean {
  const start = typed.trim().toLowerCase();
  return groups.some(({ found }) => found.some(({ text }) => text.toLowerCase().startsWith(start)));
}

function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
