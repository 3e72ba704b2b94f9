import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export const rowHeight = 28;

/** Rows that are drawn: those in sight and some around them. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * The window moves by so many rows at once, so that most frames of a scroll draw nothing; as many are drawn above
 * what is in sight, and up to twice as many below. Each more is one to lay out and paint after a jump.
 */
const stride = 4;

/** Follows the scrolling of an element with `count` rows of one height. */
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
    // In the same frame as the scroll, or else the rows come a frame late.
    const scrolled = () => flushSync(look);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    // Tells the first size too, when the page has been laid out.
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
