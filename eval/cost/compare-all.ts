import { compared, type Compared } from './compared.ts';
import { counted } from './counted.ts';
import type { ReportedUsage } from './reported-usage.ts';

/** In the order in which they are reported. A capture that is no fixture of ours is left out. */
export async function compareAll(reported: readonly ReportedUsage[]): Promise<readonly Compared[]> {
  const all: Compared[] = [];
  for (const [, own] of Map.groupBy(reported, ({ source, capture }) => `${source}/${capture}`)) {
    const sessions = await counted(own[0]!);
    if (sessions) all.push(...own.map((one) => compared(one, sessions)));
  }
  return all;
}
