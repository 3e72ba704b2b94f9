import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { addManySessions } from './many-sessions.ts';
import { millionEvents, type Million } from './million.ts';
import type { Say } from './promise.ts';

const sessions = 7_500;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * The store of a million events with as many sessions, failures and uses of skills as people have in a million
 * events, up to today: ten thousand, thirty-eight thousand and eight thousand. Kept beside the other for a day.
 */
export async function crowdedMillion(say: Say): Promise<Million> {
  const million = millionEvents(say);
  const home = join(million.home, 'crowd');
  const store = join(home, 'stemma.db');
  if (existsSync(store) && Date.now() - statSync(store).birthtimeMs < dayMs) return { home, store };
  const making = `${home}.making`;
  for (const folder of [home, making]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  copyFileSync(million.store, join(making, 'stemma.db'), constants.COPYFILE_FICLONE);
  say(`adding ${sessions} short sessions`);
  await addManySessions(join(making, 'stemma.db'), sessions, Date.now());
  renameSync(making, home);
  return { home, store };
}
