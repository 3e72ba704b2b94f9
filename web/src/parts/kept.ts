import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const read = new Map<string, { readonly text: string | null; readonly value: unknown }>();

/** A value that this browser keeps for this address, and how to change it. Other tabs follow. */
export function useKept<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void] {
  const value = useSyncExternalStore(listen, () => valueOf(name, initial));
  const set = useCallback(
    (next: Value) => {
      const text = JSON.stringify(next);
      read.set(name, { text, value: next });
      try {
        localStorage.setItem(prefix + name, text);
      } catch {
        // A private window keeps nothing; the value holds until the page is closed.
      }
      notify();
    },
    [name],
  );
  return [value, set];
}

const prefix = 'stemma-';

/** The same object as long as the stored text is the same: React compares by identity. */
function valueOf<Value>(name: string, initial: Value): Value {
  const text = textOf(name);
  const known = read.get(name);
  if (known && (text === null || known.text === text)) return known.value as Value;
  let value: unknown = initial;
  try {
    value = text === null ? initial : JSON.parse(text);
  } catch {
    // Not ours, or of another version.
  }
  read.set(name, { text, value });
  return value as Value;
}

function textOf(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', forget);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', forget);
  };
}

function forget(): void {
  read.clear();
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}
