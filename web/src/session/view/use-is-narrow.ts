import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 700px)');

/** True on a phone: fewer columns, a narrow gutter. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(listen, () => narrow.matches);
}

function listen(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}
