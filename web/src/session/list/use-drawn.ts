import { useEffect, useEffectEvent, type DependencyList } from 'react';

/** Draws what takes a pass over all steps after the page was painted, and in a task of its own. */
export function useDrawn(draw: () => void, when: DependencyList): void {
  const latest = useEffectEvent(draw);
  useEffect(() => {
    const soon = setTimeout(latest);
    return () => clearTimeout(soon);
    // eslint-disable-next-line react/exhaustive-deps -- Whoever draws says when.
  }, when);
}
