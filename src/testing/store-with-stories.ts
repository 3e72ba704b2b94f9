import type { Store } from '../store/store.ts';
import { delegation, failedTest, hostile, subagent } from './stories.ts';
import { storeInMemory } from './store-in-memory.ts';
import { link, writeStories } from './write-stories.ts';
import type { Story } from './write-stories.ts';

/** A real store in memory with these stories; with all of them and their links when none is named. */
export async function storeWithStories(...stories: readonly Story[]): Promise<Store> {
  const store = storeInMemory();
  if (stories.length > 0) {
    await writeStories(store, ...stories);
    return store;
  }
  await writeStories(store, failedTest, delegation, subagent, hostile);
  await link(store, subagent, [
    { of: delegation, cause: 'spawn', effect: 'task', evidence: ['call spawn started delegation/scout'] },
  ]);
  return store;
}
