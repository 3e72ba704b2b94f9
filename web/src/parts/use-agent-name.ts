import { useSyncExternalStore } from 'react';
import type { AboutAnswer } from '../../../src/types.ts';
import { get } from '../api.ts';

let titles: ReadonlyMap<string, string> | undefined;
let isAsked = false;
const listeners = new Set<() => void>();

/** What people call the agent that a source reads. Asked for once, however many rows want to know. */
export function useAgentName(): (source: string) => string {
  const known = useSyncExternalStore(listen, () => titles);
  return (source) => known?.get(source) ?? source;
}

/** Two letters for where there is no room for a name. */
export function lettersOf(name: string): string {
  const [first = '', second = ''] = name.split(/[\s-]+/);
  return second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2);
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
    titles = new Map(sources.map(({ name, title }) => [name, title]));
    for (const listener of listeners) listener();
  } catch {
    // The next one who wants to know asks again; until then the source's own name must do.
    isAsked = false;
  }
}
