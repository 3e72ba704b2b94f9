import { openSqlite } from '../store/sqlite/open.ts';
import type { Store } from '../store/store.ts';
import { delegation, failedTest, hostile, subagent } from './stories.ts';
import { link, tell } from './tell.ts';
import type { Story } from './tell.ts';

/** A real store in memory with these stories; with all of them and their links when none is named. */
export async function toldStore(...stories: readonly Story[]): Promise<Store> {
  const store = await openSqlite(':memory:', { mode: 'write' });
  if (stories.length > 0) {
    await tell(store, ...stories);
    return store;
  }
  await tell(store, failedTest, delegation, subagent, hostile);
  await link(store, subagent, [
    { of: delegation, cause: 'spawn', effect: 'task', evidence: ['call spawn started delegation/scout'] },
  ]);
  return store;
}
