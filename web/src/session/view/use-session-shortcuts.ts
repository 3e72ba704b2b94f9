import { useShortcuts } from '../../shortcuts.ts';
import type { CauseTree } from '../data/cause-tree.ts';
import type { SessionData } from '../data/session-data.ts';
import type { Change } from './change.ts';
import {
  back,
  closedTurns,
  isOpen,
  move,
  nextFailure,
  nextMatch,
  nextPrompt,
  setFind,
  setInspector,
  select,
  setMinConfidence,
  setTreeBy,
  setView,
  showSlice,
  toBestCause,
  toEnd,
  toFirstEffect,
  toggleBelow,
  toggleDigest,
  toggleFollow,
  toggleNotes,
  toggleReads,
  toggleReplies,
  toggleRest,
  togglePlay,
  toggleTurn,
  toggleTurns,
} from './actions.ts';
import { sessionViews } from '../views.tsx';
import { emptyFind } from './find.ts';
import type { ViewState } from './view-state.ts';

/** The keyboard shortcuts of a session. */
export function useSessionShortcuts(view: ViewState, change: Change, data: SessionData): void {
  const openInside = (): void => {
    const { selected, steps } = view;
    const bands = steps.bands.filter(
      ({ after, open, child }) =>
        (after === selected || (open && open.from - 1 === selected)) && child.relation === 'subagent',
    );
    if (bands.length > 0) for (const { child } of bands) data.open(child.session);
    else if (view.causeTree && selected >= 0 && isOpen(view, selected) === false)
      change((was) => toggleBelow(was, was.selected));
    else if (selected >= 0 && closedTurns(view).has(steps.turn[selected]!))
      change((was) => toggleTurn(was, was.steps.turn[was.selected]!));
  };
  const closeAround = (): void => {
    const { selected, steps } = view;
    if (selected < 0) return;
    if (view.causeTree) return closeCause(view.causeTree);
    const band = steps.bands.findLast(
      ({ open, after }) => open && ((selected >= open.from && selected <= open.to) || after === selected),
    );
    if (band) data.close(band.child.session);
    else
      change((was) =>
        closedTurns(was).has(was.steps.turn[was.selected]!) ? was : toggleTurn(was, was.steps.turn[was.selected]!),
      );
  };
  /** Folds the effects of the selected step; where there are none, or they are folded, goes to its cause. */
  const closeCause = ({ under }: CauseTree): void =>
    change((was) => (isOpen(was, was.selected) ? toggleBelow(was, was.selected) : select(was, under[was.selected]!)));
  useShortcuts({
    title: 'Session view',
    keys: [
      {
        key: 'w',
        label: 'show causes; again to fold unrelated steps',
        run: () => change((was) => showSlice(was, 'why')),
      },
      {
        key: 'i',
        label: 'show effects; again to fold unrelated steps',
        run: () => change((was) => showSlice(was, 'impact')),
      },
      { key: 'f', label: 'fold unrelated steps', run: () => change(toggleRest) },
      {
        key: '+',
        label: 'raise minimum confidence',
        run: () => change((was) => setMinConfidence(was, was.minConfidence + 5)),
      },
      { key: '=', run: () => change((was) => setMinConfidence(was, was.minConfidence + 5)) },
      {
        key: '-',
        label: 'lower minimum confidence',
        run: () => change((was) => setMinConfidence(was, was.minConfidence - 5)),
      },
      { key: 'Escape', label: 'back to all steps', run: () => change(back) },
      ...sessionViews.map(({ name, label, key }) => ({
        key,
        label: `${label.toLowerCase()} view`,
        run: () => change((was) => setView(was, name)),
      })),
      {
        key: 'b',
        label: 'tree by turn or by cause',
        run: () => change((was) => setTreeBy(was, was.view === 'tree' && was.treeBy === 'cause' ? 'turn' : 'cause')),
      },
      { key: 'o', label: 'show or hide inspector', run: () => change((was) => setInspector(was, !was.inspector)) },
      { key: 'Enter', run: () => change((was) => setInspector(was, true)) },
      {
        key: 'z',
        label: 'fold or unfold turn, or effects',
        run: () => change((was) => (was.selected < 0 ? was : toggleBelow(was, was.selected))),
      },
      { key: 'Z', label: 'fold or unfold all of them', run: () => change(toggleTurns) },
      { key: 'ArrowRight', label: 'open sub-agent or turn', run: openInside },
      { key: 'ArrowLeft', label: 'close sub-agent or turn', run: closeAround },
      { key: 'd', label: 'show or hide digest', run: () => change(toggleDigest) },
      { key: 'm', label: 'fold notes of the harness', run: () => change(toggleNotes) },
      { key: 'a', label: 'show replies of the agent', run: () => change(toggleReplies) },
      { key: 'r', label: 'fold consecutive reads', run: () => change(toggleReads) },
    ],
  });
  useShortcuts({
    title: 'Navigation',
    keys: [
      { key: 'j', label: 'next step', run: () => change((was) => move(was, 1)) },
      { key: 'k', label: 'previous step', run: () => change((was) => move(was, -1)) },
      { key: 'ArrowDown', run: () => change((was) => move(was, 1)) },
      { key: 'ArrowUp', run: () => change((was) => move(was, -1)) },
      { key: 'PageDown', run: () => change((was) => move(was, 20)) },
      { key: 'PageUp', run: () => change((was) => move(was, -20)) },
      { key: 'n', label: 'next failure', run: () => change((was) => nextFailure(was, 1)) },
      { key: 'N', label: 'previous failure', run: () => change((was) => nextFailure(was, -1)) },
      { key: 'p', label: 'next prompt', run: () => change((was) => nextPrompt(was, 1)) },
      { key: 'P', label: 'previous prompt', run: () => change((was) => nextPrompt(was, -1)) },
      {
        key: 's',
        label: 'find in this session',
        run: () => change((was) => setFind(was, was.find ? null : emptyFind)),
      },
      { key: '.', label: 'next match', run: () => change((was) => nextMatch(was, 1)) },
      { key: ',', label: 'previous match', run: () => change((was) => nextMatch(was, -1)) },
      { key: '[', label: 'strongest cause', run: () => change(toBestCause) },
      { key: ']', label: 'first effect', run: () => change(toFirstEffect) },
      { key: 'g', label: 'first step', run: () => change((was) => toEnd(was, 'first')) },
      { key: 'G', label: 'last step', run: () => change((was) => toEnd(was, 'last')) },
      { key: 'e', label: 'follow the end', run: () => change(toggleFollow) },
      { key: ' ', label: 'replay', run: () => change(togglePlay) },
    ],
  });
}
