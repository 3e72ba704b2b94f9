import { useEffect, useState } from 'react';
import { rowHeight } from '../list/use-window.ts';
import type { ViewState } from './view-state.ts';

const name = 'stemma-seen';
const maxSessions = 200;

/** The first step after the last visit, and the number of steps not seen yet. */
export function useUnseenSteps(
  view: ViewState,
  scroller: HTMLElement | null,
): { readonly firstNew: number; readonly unseen: number } {
  const { steps, rows } = view;
  // Steps of sub-agents appear when they are opened and do not count as new.
  const root = steps.parts[0]!;
  const { uid } = root.session;
  const lastSeq = root.seq[root.count - 1] ?? 0;
  const [leftOff] = useState(() => seenOf(uid));
  const [looked, setLooked] = useState(root.count);

  useEffect(() => {
    if (!scroller) return;
    const look = (): void => {
      if (scroller.scrollTop + scroller.clientHeight >= rows.rows.length * rowHeight - rowHeight) setLooked(root.count);
    };
    const soon = requestAnimationFrame(look);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(soon);
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller, rows, root]);
  useEffect(() => {
    const leave = () => remember(uid, lastSeq);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [uid, lastSeq]);

  const index = leftOff === null || leftOff >= lastSeq ? -1 : root.seq.findIndex((seq) => seq > leftOff);
  return { firstNew: index > 0 ? steps.stepAt(0, index) : -1, unseen: Math.max(0, root.count - looked) };
}

type Seen = Readonly<Record<string, number>>;

function seenOf(uid: string): number | null {
  return read()[uid] ?? null;
}

function remember(uid: string, seq: number): void {
  const { [uid]: _, ...others } = read();
  const kept = Object.entries(others).slice(1 - maxSessions);
  try {
    localStorage.setItem(name, JSON.stringify(Object.fromEntries([...kept, [uid, seq]])));
  } catch {
    // Not stored in a private window.
  }
}

function read(): Seen {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? '{}') ?? {}) as Seen;
  } catch {
    return {};
  }
}
