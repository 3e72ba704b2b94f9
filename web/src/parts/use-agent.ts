import { useSyncExternalStore } from 'react';
import type { AboutAnswer } from '../../../src/types.ts';
import { get } from '../api.ts';
import { distinctLetters } from './distinct-letters.ts';

interface Agent {
  readonly name: string;
  /** Where there is no room for the name. */
  readonly letters: string;
}

let agents: ReadonlyMap<string, Agent> | undefined;
let isRequested = false;
const listeners = new Set<() => void>();

/** The display name of the agent that a source reads. Loaded once for all rows. */
export function useAgent(): (source: string) => Agent {
  const known = useSyncExternalStore(listen, () => agents);
  return (source) => known?.get(source) ?? { name: source, letters: source.slice(0, 2) };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (!isRequested) void load();
  return () => listeners.delete(listener);
}

async function load(): Promise<void> {
  isRequested = true;
  try {
    const { sources } = await get<AboutAnswer>('/about');
    const letters = distinctLetters(sources.map(({ title }) => title));
    agents = new Map(sources.map(({ name, title }) => [name, { name: title, letters: letters.get(title)! }]));
    for (const listener of listeners) listener();
  } catch {
    // The next caller tries again; until then the source's own name is shown.
    isRequested = false;
  }
}
