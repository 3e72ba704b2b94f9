import { useSyncExternalStore } from 'react';
import type { AboutAnswer } from '../../../src/types.ts';
import { get } from '../api.ts';
import { distinctLetters } from './distinct-letters.ts';

interface Agent {
  readonly name: string;
  /** For where there is no room for its name. */
  readonly letters: string;
}

let agents: ReadonlyMap<string, Agent> | undefined;
let isAsked = false;
const listeners = new Set<() => void>();

/** What people call the agent that a source reads. Asked for once, however many rows want to know. */
export function useAgent(): (source: string) => Agent {
  const known = useSyncExternalStore(listen, () => agents);
  return (source) => known?.get(source) ?? { name: source, letters: source.slice(0, 2) };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (!isAsked) void ask();
  return () => listeners.delete(listener);
}

async function ask(): Promise<void> {
  isAsked = true;
  try {
    const { sources } = await get<AboutAnswer>('/about');
    const letters = distinctLetters(sources.map(({ title }) => title));
    agents = new Map(sources.map(({ name, title }) => [name, { name: title, letters: letters.get(title)! }]));
    for (const listener of listeners) listener();
  } catch {
    // The next one who wants to know asks again; until then the source's own name must do.
    isAsked = false;
  }
}
