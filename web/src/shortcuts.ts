import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** A single-key shortcut. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`: `j`, `Escape`, `[`. */
  readonly key: string;
  readonly run: () => void;
  /** Shown in the list of shortcuts; not listed when absent. */
  readonly label?: string;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly keys: readonly Shortcut[];
}

let groups: readonly ShortcutGroup[] = [];
const listeners = new Set<() => void>();

/**
 * Registers shortcuts while the component is mounted. The latest group wins when several use a key. Inactive while the
 * user types or a dialog is open.
 */
export function useShortcuts(group: ShortcutGroup): void {
  const latest = useRef(group);
  useLayoutEffect(() => {
    latest.current = group;
  });
  useEffect(() => {
    const own: ShortcutGroup = {
      title: latest.current.title,
      get keys() {
        return latest.current.keys;
      },
    };
    publish([...groups, own]);
    return () => publish(groups.filter((each) => each !== own));
  }, []);
}

/** All registered groups, for the list of shortcuts. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
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
  found.run();
});

/** Whether the focused element uses the key itself. */
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

function publish(next: readonly ShortcutGroup[]): void {
  groups = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A key as people call it. */
export function nameOfKey(key: string): string {
  return names[key] ?? key;
}

const names: Readonly<Record<string, string>> = {
  ' ': 'space',
  Escape: 'Esc',
  Enter: '⏎',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};
