import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** What a key does, as the list of keys tells it. */
export interface Key {
  /** `j`, `Escape`, `[`; several that do about the same may share a line of the list. */
  readonly key: string;
  readonly does: () => void;
  /** Left out of the list when absent. */
  readonly says?: string;
}

export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly Key[];
}

let groups: readonly KeyGroup[] = [];
const listeners = new Set<() => void>();

/**
 * Single keys for as long as the component is shown; of several groups with the same key the latest shown has it. Off
 * while something is typed or a dialog is open.
 */
export function useKeys(group: KeyGroup): void {
  const latest = useRef(group);
  useLayoutEffect(() => {
    latest.current = group;
  });
  useEffect(() => {
    const own: KeyGroup = {
      title: latest.current.title,
      get keys() {
        return latest.current.keys;
      },
    };
    tell([...groups, own]);
    return () => tell(groups.filter((each) => each !== own));
  }, []);
}

/** Every group that is shown, for the list of keys. */
export function useKeyGroups(): readonly KeyGroup[] {
  return useSyncExternalStore(listen, () => groups);
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
  const found = groups
    .toReversed()
    .flatMap(({ keys }) => keys)
    .find(({ key }) => key === event.key);
  if (!found) return;
  event.preventDefault();
  found.does();
});

/** Keys that mean something to what has the focus belong to it. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('dialog[open]')) return true;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (target instanceof HTMLInputElement)
    return target.type !== 'range' && target.type !== 'checkbox' ? true : key.startsWith('Arrow') || key === ' ';
  return (
    (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target.tagName === 'SUMMARY') &&
    (key === 'Enter' || key === ' ')
  );
}

function tell(next: readonly KeyGroup[]): void {
  groups = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
