import { useEffect } from 'react';
import type { Change } from '../view/change.ts';
import { playOn } from '../view/actions.ts';
import type { ViewState } from '../view/view-state.ts';

/** Twenty times the original speed, within bounds that keep each step visible and the replay moving. */
const speed = 20;
const minWaitMs = 140;
const maxWaitMs = 1_400;

export function usePlaying({ replay, selected }: ViewState, times: Float64Array, change: Change): void {
  useEffect(() => {
    if (replay !== 'playing') return;
    const wait = ((times[selected + 1] ?? times[selected]!) - times[selected]!) / speed;
    const next = setTimeout(() => change(playOn), Math.max(minWaitMs, Math.min(maxWaitMs, wait)));
    return () => clearTimeout(next);
  }, [replay, selected, times, change]);
}
