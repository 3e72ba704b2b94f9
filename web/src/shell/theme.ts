import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();

/** The theme, set by public/theme.js before the first paint. Canvases must be redrawn when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, current);
}

export function switchTheme(): void {
  const next = current() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = next;
  try {
    localStorage.setItem('stemma-theme', next);
  } catch {
    // Not stored in a private window.
  }
  for (const listener of listeners) listener();
}

function current(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
