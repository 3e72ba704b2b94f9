import { readdirSync, readFileSync } from 'node:fs';

/**
 * How much of the machine somebody else had while `work` ran, from 0 to 1: all but this process and those it started.
 * Not known where there is no /proc.
 */
export async function othersDuring(work: () => Promise<void>): Promise<number> {
  const before = spent();
  await work();
  const after = spent();
  if (!before || !after) return Number.NaN;
  return Math.max(0, (after.busy - before.busy - (after.own - before.own)) / (after.all - before.all));
}

function spent(): { readonly all: number; readonly busy: number; readonly own: number } | undefined {
  if (process.platform !== 'linux') return undefined;
  // user, nice, system, idle, iowait, irq, softirq, steal
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, each) => sum + each, 0);
  return { all, busy: all - ticks[3]! - ticks[4]!, own: own() };
}

function own(): number {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The program's name is in brackets, and may hold anything.
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      parents.set(Number(name), fields[1]!);
      // Its own, and that of children which have ended.
      ticks.set(Number(name), fields[11]! + fields[12]! + fields[13]! + fields[14]!);
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOwn = (id: number | undefined): boolean =>
    id !== undefined && id > 0 && (id === process.pid || isOwn(parents.get(id)));
  return [...ticks].reduce((sum, [id, each]) => sum + (isOwn(id) ? each : 0), 0);
}
