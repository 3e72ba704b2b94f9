import { confidenceLevel } from '../../../../src/types.ts';
import { types } from '../data/kinds.ts';
import { inkOfType } from '../draw/palette.ts';
import {
  closedTurns,
  setFind,
  setMinConfidence,
  setShow,
  setTreeBy,
  setView,
  toggleNotes,
  toggleReads,
  toggleReplies,
  toggleRest,
  toggleTurns,
} from '../view/actions.ts';
import { lowestMinConfidence, highestMinConfidence, type Show, type ViewState } from '../view/view-state.ts';
import type { Change } from '../view/change.ts';
import { emptyFind } from '../view/find.ts';
import { sessionViews } from '../views.tsx';
import styles from './toolbar.module.css';

const shows: readonly (readonly [Show, string, string])[] = [
  ['all', 'All', 'Esc'],
  ['why', 'Why', 'w'],
  ['impact', 'Impact', 'i'],
];

/** View, slice, minimum confidence and folds. */
export function Toolbar({ view, change }: { readonly view: ViewState; readonly change: Change }) {
  const { slice, minConfidence, foldRest, foldReads } = view;
  const shown = sessionViews.find(({ name }) => name === view.view);
  const isList = !shown?.component;
  const hasSlices = shown?.hasSlices;
  return (
    <div className={styles.bar} role="toolbar" aria-label="View options">
      <div className={styles.group} role="group" aria-label="View">
        {sessionViews.map(({ name, label, key }) => (
          <button
            key={name}
            type="button"
            aria-pressed={view.view === name}
            title={`${label} (${key})`}
            onClick={() => change((was) => setView(was, name))}
          >
            {label}
          </button>
        ))}
      </div>
      <button
        type="button"
        className={styles.find}
        aria-pressed={view.find !== null}
        title="Find in this session (s)"
        onClick={() => change((was) => setFind(was, was.find ? null : emptyFind))}
      >
        Find
      </button>
      {view.view === 'tree' && (
        <div className={styles.group} role="group" aria-label="Tree by">
          {(['turn', 'cause'] as const).map((by) => (
            <button
              key={by}
              type="button"
              aria-pressed={view.treeBy === by}
              title={`Steps below ${by === 'turn' ? 'the prompt of their turn' : 'what caused them'} (b)`}
              onClick={() => change((was) => setTreeBy(was, by))}
            >
              by {by}
            </button>
          ))}
        </div>
      )}
      {(isList || hasSlices) && (
        <>
          <div className={styles.group} data-strong="" role="group" aria-label="Steps shown">
            {shows.map(([name, label, key]) => (
              <button
                key={name}
                type="button"
                aria-pressed={view.show === name}
                title={`${label} (${key})`}
                onClick={() => change((was) => setShow(was, name))}
              >
                {label}
              </button>
            ))}
          </div>
          <label className={styles.slider}>
            at least
            <input
              type="range"
              min={lowestMinConfidence}
              max={highestMinConfidence}
              step={5}
              value={minConfidence}
              aria-label="Minimum confidence"
              aria-valuetext={levelText(minConfidence)}
              title={`Links with a confidence of at least ${(minConfidence / 100).toFixed(2)} (+ −)`}
              onChange={({ target }) => change((was) => setMinConfidence(was, Number(target.value)))}
            />
            <output title={`confidence ${(minConfidence / 100).toFixed(2)}`}>{levelText(minConfidence)}</output>
          </label>
          {isList && view.view !== 'tree' && (
            <button
              type="button"
              className={styles.find}
              aria-pressed={view.showReplies}
              title="What the agent said between its calls (a)"
              onClick={() => change(toggleReplies)}
            >
              Replies
            </button>
          )}
          {isList && (
            <div className={styles.group} role="group" aria-label="Fold">
              <span>Fold</span>
              <button
                type="button"
                aria-pressed={foldRest}
                title="Unrelated steps (f)"
                onClick={() => change(toggleRest)}
              >
                unrelated
              </button>
              <button
                type="button"
                aria-pressed={foldReads}
                title="Consecutive reads (r)"
                onClick={() => change(toggleReads)}
              >
                reads
              </button>
              <button
                type="button"
                aria-pressed={view.foldNotes}
                title="Prompts that nobody typed (m)"
                onClick={() => change(toggleNotes)}
              >
                notes
              </button>
              <button
                type="button"
                aria-pressed={view.causeTree ? view.closedCauses.size > 0 : closedTurns(view).size > 0}
                title={view.causeTree ? 'All effects (Z)' : 'All turns (Z)'}
                onClick={() => change(toggleTurns)}
              >
                {view.causeTree ? 'effects' : 'turns'}
              </button>
            </div>
          )}
          <span className={styles.note} role="status">
            {slice && sliceNote(slice.via.size, slice.truncated, slice.direction === 'causes' ? 'cause' : 'effect')}
          </span>
          <Legend />
        </>
      )}
    </div>
  );
}

/** The lowest level that is shown; the number is in the title. */
function levelText(minConfidence: number): string {
  return minConfidence === 0 ? 'any' : confidenceLevel(minConfidence / 100);
}

function sliceNote(found: number, truncated: boolean, noun: string): string {
  if (found === 0) return 'no link found';
  return `${truncated ? 'strongest ' : ''}${found} ${noun}${found === 1 ? '' : 's'}`;
}

function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      <li>
        <i data-line="recorded" />
        recorded
      </li>
      <li>
        <i data-line="inferred" />
        inferred
      </li>
      <li>
        <i data-line="judged" />
        judged
      </li>
      {types.slice(0, 5).map((type) => (
        <li key={type}>
          <i data-ink={inkOfType[type]} />
          {type}
        </li>
      ))}
    </ul>
  );
}
