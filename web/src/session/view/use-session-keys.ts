import { useKeys } from '../../keys.ts';
import type { SessionData } from '../data/session-data.ts';
import type { Change } from '../head/toolbar.tsx';
import {
  back,
  closedTurns,
  move,
  nextFailure,
  nextPrompt,
  setInspector,
  setLeast,
  setView,
  showSlice,
  toBestCause,
  toEnd,
  toFirstEffect,
  toggleReads,
  toggleRest,
  togglePlay,
  toggleTurn,
  toggleTurns,
} from './moves.ts';
import type { ViewState } from './view-state.ts';

/** The keys of a session. */
export function useSessionKeys(view: ViewState, change: Change, data: SessionData): void {
  const openInside = (): void => {
    const { chosen, steps } = view;
    const bands = steps.bands.filter(
      ({ after, open, child }) =>
        (after === chosen || (open && open.from - 1 === chosen)) && child.relation === 'subagent',
    );
    if (bands.length > 0) for (const { child } of bands) data.open(child.session);
    else if (chosen >= 0 && closedTurns(view).has(steps.turn[chosen]!))
      change((was) => toggleTurn(was, was.steps.turn[was.chosen]!));
  };
  const closeAround = (): void => {
    const { chosen, steps } = view;
    if (chosen < 0) return;
    const band = steps.bands.findLast(
      ({ open, after }) => open && ((chosen >= open.from && chosen <= open.to) || after === chosen),
    );
    if (band) data.close(band.child.session);
    else
      change((was) =>
        closedTurns(was).has(was.steps.turn[was.chosen]!) ? was : toggleTurn(was, was.steps.turn[was.chosen]!),
      );
  };
  useKeys({
    title: 'Session view',
    keys: [
      {
        key: 'w',
        says: 'show causes; again to fold unrelated steps',
        does: () => change((was) => showSlice(was, 'why')),
      },
      {
        key: 'i',
        says: 'show effects; again to fold unrelated steps',
        does: () => change((was) => showSlice(was, 'impact')),
      },
      { key: 'f', says: 'fold unrelated steps', does: () => change(toggleRest) },
      { key: '+', says: 'raise minimum confidence', does: () => change((was) => setLeast(was, was.least + 5)) },
      { key: '=', does: () => change((was) => setLeast(was, was.least + 5)) },
      { key: '-', says: 'lower minimum confidence', does: () => change((was) => setLeast(was, was.least - 5)) },
      { key: 'Escape', says: 'back to all steps', does: () => change(back) },
      { key: '1', says: 'steps view', does: () => change((was) => setView(was, 'steps')) },
      { key: '2', says: 'tree view', does: () => change((was) => setView(was, 'tree')) },
      { key: '3', says: 'graph view', does: () => change((was) => setView(was, 'graph')) },
      { key: 'o', says: 'show or hide inspector', does: () => change((was) => setInspector(was, !was.inspector)) },
      { key: 'Enter', does: () => change((was) => setInspector(was, true)) },
      {
        key: 'z',
        says: 'fold or unfold turn',
        does: () => change((was) => (was.chosen < 0 ? was : toggleTurn(was, was.steps.turn[was.chosen]!))),
      },
      { key: 'Z', says: 'fold or unfold all turns', does: () => change(toggleTurns) },
      { key: 'ArrowRight', says: 'open sub-agent or turn', does: openInside },
      { key: 'ArrowLeft', says: 'close sub-agent or turn', does: closeAround },
      { key: 'r', says: 'fold consecutive reads', does: () => change(toggleReads) },
    ],
  });
  useKeys({
    title: 'Navigation',
    keys: [
      { key: 'j', says: 'next step', does: () => change((was) => move(was, 1)) },
      { key: 'k', says: 'previous step', does: () => change((was) => move(was, -1)) },
      { key: 'ArrowDown', does: () => change((was) => move(was, 1)) },
      { key: 'ArrowUp', does: () => change((was) => move(was, -1)) },
      { key: 'PageDown', does: () => change((was) => move(was, 20)) },
      { key: 'PageUp', does: () => change((was) => move(was, -20)) },
      { key: 'n', says: 'next failure', does: () => change((was) => nextFailure(was, 1)) },
      { key: 'N', says: 'previous failure', does: () => change((was) => nextFailure(was, -1)) },
      { key: 'p', says: 'next prompt', does: () => change((was) => nextPrompt(was, 1)) },
      { key: 'P', says: 'previous prompt', does: () => change((was) => nextPrompt(was, -1)) },
      { key: '[', says: 'strongest cause', does: () => change(toBestCause) },
      { key: ']', says: 'first effect', does: () => change(toFirstEffect) },
      { key: 'g', says: 'first step', does: () => change((was) => toEnd(was, 'first')) },
      { key: 'G', says: 'last step', does: () => change((was) => toEnd(was, 'last')) },
      { key: ' ', says: 'replay', does: () => change(togglePlay) },
    ],
  });
}
