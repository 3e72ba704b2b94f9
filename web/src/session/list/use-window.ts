import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export const rowHeight = 28;

/** The rendered rows: the visible ones and some around them. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * The window moves in steps of this many rows, so that most frames of a scroll render nothing. As many rows are
 * rendered above the visible ones, and up to twice as many below.
 */
const stride = 4;

/** The window of an element with `count` rows of equal height. */
export function useWindow(scroller: HTMLElement | null, count: number): Window {
  const [seen, setSeen] = useState<Window>({ from: 0, to: 40 });
  useEffect(() => {
    if (!scroller) return;
    const look = (): void => {
      const first = Math.floor(scroller.scrollTop / rowHeight / stride) * stride;
      const from = Math.max(0, first - stride);
      const to = first + Math.ceil(scroller.clientHeight / rowHeight / stride) * stride + 2 * stride;
      setSeen((was) => (was.from === from && was.to === to ? was : { from, to }));
    };
    // Synchronously, or the rows would appear one frame late.
    const scrolled = () => flushSync(look);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    // Also reports the first size, after layout.
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', scrolled);
      sizes.disconnect();
    };
  }, [scroller]);
  const to = Math.min(seen.to, count);
  return { from: Math.max(0, Math.min(seen.from, to - (seen.to - seen.from))), to };
}
