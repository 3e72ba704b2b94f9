import type { RepairAnswer } from '../../runs/repair-run.ts';
import { bytes, number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';

export function renderRepair({ blocks, salvaged, rebuilt, damage }: RepairAnswer): string {
  const lines: string[] = [];
  if (salvaged) {
    const rows = salvaged.tables.reduce((sum, table) => sum + table.rows, 0);
    lines.push(`took over ${plural(rows, 'row')} into a new archive; the damaged one is kept as ${salvaged.kept_as}`);
    const torn = salvaged.tables.filter(({ isWhole }) => !isWhole).map(({ table }) => table);
    if (torn.length > 0) lines.push(`rows could not be read of: ${torn.join(', ')}`);
    if (!salvaged.search) lines.push('evicted sessions cannot be searched any more');
  }
  if (blocks.put_back > 0) lines.push(`put back ${plural(blocks.put_back, 'block')} from the agents' files`);
  if (rebuilt) lines.push('made again what is derived from the archive');
  for (const { path, start, length } of blocks.lost.slice(0, shown))
    lines.push(`lost: ${bytes(length)} of ${oneLine(path)} from byte ${number(start)} on`);
  if (blocks.lost.length > shown) lines.push(`… and ${number(blocks.lost.length - shown)} more`);
  if (lines.length === 0) lines.push('nothing to repair');
  lines.push(damage.length === 0 ? 'the archive is intact' : `still damaged, in ${plural(damage.length, 'place')}:`);
  for (const line of damage.slice(0, shown)) lines.push(`  ${oneLine(line)}`);
  return `${lines.join('\n')}\n`;
}

const shown = 20;
