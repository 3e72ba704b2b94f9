import { useEffect, useRef, type KeyboardEvent } from 'react';
import { count } from '../../format.ts';
import { nextMatch, setFind, toggleOnlyMatches } from '../view/actions.ts';
import type { Change } from '../view/change.ts';
import { toolsIn, type Find } from '../view/find.ts';
import { useFind } from '../view/use-find.ts';
import type { ViewState } from '../view/view-state.ts';
import styles from './find-bar.module.css';

/** Finds steps in the session: by text, tool, failure and turn. Matches are marked in the list and on the mini-map. */
export function FindBar({
  view,
  find,
  change,
}: {
  readonly view: ViewState;
  readonly find: Find;
  readonly change: Change;
}) {
  const { matches, selected, steps } = view;
  const { isCut, error } = useFind(view, change);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const set = (changes: Partial<Find>) => change((was) => setFind(was, { ...(was.find ?? find), ...changes }));
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') change((was) => nextMatch(was, event.shiftKey ? -1 : 1));
    else if (event.key === 'Escape') change((was) => setFind(was, null));
    else return;
    event.preventDefault();
  };
  const position = matches ? [...matches.keys()].indexOf(selected) + 1 : 0;
  return (
    <div className={styles.bar} role="search" aria-label="Find in this session">
      <input
        ref={input}
        type="search"
        value={find.text}
        placeholder="Text, or file:NAME"
        aria-label="Text"
        title="Next: Enter; previous: Shift-Enter; close: Esc"
        onChange={({ target }) => set({ text: target.value })}
        onKeyDown={press}
      />
      <select value={find.tool} aria-label="Tool" onChange={({ target }) => set({ tool: target.value })}>
        <option value="">any tool</option>
        {toolsIn(steps).map((tool) => (
          <option key={tool}>{tool}</option>
        ))}
      </select>
      <select
        value={find.turn ?? ''}
        aria-label="Turn"
        onChange={({ target }) => set({ turn: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">any turn</option>
        {Array.from({ length: Math.min(steps.turnStart.length, maxTurns) }, (_, turn) => (
          <option key={turn} value={turn + 1}>
            turn {turn + 1}
          </option>
        ))}
      </select>
      <label>
        <input type="checkbox" checked={find.failed} onChange={({ target }) => set({ failed: target.checked })} />{' '}
        failed
      </label>
      <label>
        <input type="checkbox" checked={view.onlyMatches} onChange={() => change(toggleOnlyMatches)} /> only matches
      </label>
      <span className={styles.count} role="status">
        {error
          ? error.message
          : matches &&
            (matches.size === 0
              ? 'no match'
              : `${position > 0 ? `${count(position)} of ` : ''}${isCut ? 'the best ' : ''}${count(matches.size)}`)}
      </span>
      <button
        type="button"
        className="button"
        title="Previous match (,)"
        aria-label="Previous match"
        onClick={() => change((was) => nextMatch(was, -1))}
      >
        ↑
      </button>
      <button
        type="button"
        className="button"
        title="Next match (.)"
        aria-label="Next match"
        onClick={() => change((was) => nextMatch(was, 1))}
      >
        ↓
      </button>
      <button
        type="button"
        className="button"
        title="Close (s)"
        aria-label="Close find"
        onClick={() => change((was) => setFind(was, null))}
      >
        ×
      </button>
    </div>
  );
}

/** A list of more is of no use. */
const maxTurns = 500;
