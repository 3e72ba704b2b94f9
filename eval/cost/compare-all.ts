import { compared, type Compared } from './compared.ts';
import { counted } from './counted.ts';
import type { Said } from './said.ts';

/** In the order in which they are said. A capture that is no fixture of ours is left out. */
export async function compareAll(said: readonly Said[]): Promise<readonly Compared[]> {
  const all: Compared[] = [];
  for (const [, own] of Map.groupBy(said, ({ source, capture }) => `${source}/${capture}`)) {
    const sessions = await counted(own[0]!);
    if (sessions) all.push(...own.map((one) => compared(one, sessions)));
  }
  return all;
}
