import { useEffect } from 'react';
import type { Change } from '../head/toolbar.tsx';
import { playOn } from '../view/moves.ts';
import type { ViewState } from '../view/view-state.ts';

/** Twenty times as fast as it was, but never so fast that nothing is seen nor so slow that nothing seems to happen. */
const speed = 20;
const shortest = 140;
const longest = 1_400;

export function usePlaying({ replay, chosen }: ViewState, times: Float64Array, change: Change): void {
  useEffect(() => {
    if (replay !== 'playing') return;
    const wait = ((times[chosen + 1] ?? times[chosen]!) - times[chosen]!) / speed;
    const next = setTimeout(() => change(playOn), Math.max(shortest, Math.min(longest, wait)));
    return () => clearTimeout(next);
  }, [replay, chosen, times, change]);
}
