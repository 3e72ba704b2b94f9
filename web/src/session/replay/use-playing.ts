import { useEffect } from 'react';
import type { Change } from '../view/change.ts';
import { playOn } from '../view/actions.ts';
import type { ViewState } from '../view/view-state.ts';

/** Times the original speed. */
export const speeds = [5, 20, 60, 200] as const;
export const defaultSpeed = 20;
/** Bounds at the default speed that keep each step visible and the replay moving. */
const minWaitMs = 140;
const maxWaitMs = 1_400;

export function usePlaying({ replay, selected }: ViewState, times: Float64Array, speed: number, change: Change): void {
  useEffect(() => {
    if (replay !== 'playing') return;
    const wait = ((times[selected + 1] ?? times[selected]!) - times[selected]!) / speed;
    const scale = defaultSpeed / speed;
    const next = setTimeout(() => change(playOn), Math.max(minWaitMs * scale, Math.min(maxWaitMs * scale, wait)));
    return () => clearTimeout(next);
  }, [replay, selected, times, speed, change]);
}
