import { useEffect, useEffectEvent, type DependencyList } from 'react';

/** Draws after the page was painted, in a separate task: for drawings that need a pass over all steps. */
export function useDeferredDraw(draw: () => void, when: DependencyList): void {
  const latest = useEffectEvent(draw);
  useEffect(() => {
    const soon = setTimeout(latest);
    return () => clearTimeout(soon);
    // eslint-disable-next-line react/exhaustive-deps -- Whoever draws says when.
  }, when);
}
