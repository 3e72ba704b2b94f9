import { useSyncExternalStore } from 'react';

/**
 * The step whose edges stand out while the pointer is over it. Outside of React state, because it changes with every
 * move of the pointer.
 */
export class Hovered {
  readonly #listeners = new Set<() => void>();
  #step = -1;

  readonly set = (step: number): void => {
    if (step === this.#step) return;
    this.#step = step;
    for (const listener of this.#listeners) listener();
  };

  readonly get = (): number => this.#step;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useHovered(hovered: Hovered): number {
  return useSyncExternalStore(hovered.subscribe, hovered.get);
}
