import { join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import type { Machine, Source } from '../source.ts';
import { about } from './about.ts';
import { conversation } from './conversation.ts';
import { identify, matches } from './identity.ts';
import { openHandsReader } from './reader.ts';

/** OpenHands keeps a folder per conversation: its state, and a file for each event. See README.md. */
export const openHands: Source = {
  ...about,
  places: (machine) => [folderOf(machine)],
  async *discover(machine) {
    const folder = folderOf(machine);
    for (const entry of await entriesOf(folder)) {
      const inside = join(folder, entry.name);
      if (entry.isDirectory() && (await entriesOf(inside)).some(({ name }) => name === 'base_state.json'))
        yield join(inside, 'base_state.json');
    }
  },
  matches,
  identify,
  container: conversation,
  reader: openHandsReader,
};

/** Beside it lie settings with keys in them. */
function folderOf({ home, env }: Machine): string {
  return env['OPENHANDS_CONVERSATIONS_DIR'] || join(home, '.openhands', 'conversations');
}
