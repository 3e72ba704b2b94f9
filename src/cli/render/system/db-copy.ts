import type { CopyProgress, CopyReport } from '../../../store/copy/copy-archive.ts';
import { bar } from '../../progress.ts';
import { number, plural } from '../../text/amount.ts';
import { fit } from '../../text/width.ts';

export function copyLine({ trees, events, doing }: CopyProgress, columns: number): string {
  return fit(
    `${bar(trees.done, trees.total)}  ${doing}  ${number(trees.done)}/${plural(trees.total, 'tree')}  ${plural(events, 'event')}`,
    columns,
  );
}

/** A tree is a session with its sub-agents, forks and resumes; output counts sessions. */
export function renderCopy({ from, to, trees, tables, hash, different, truncated }: CopyReport): string {
  const rows = (name: string): number => tables.find(({ table }) => table === name)?.rows ?? 0;
  const lines = [
    `${from.address} → ${to.address}`,
    `${plural(trees.copied, 'tree')} of sessions copied${trees.replaced > 0 ? `, ${number(trees.replaced)} replaced` : ''}${trees.same > 0 ? `, ${number(trees.same)} there already` : ''}, of ${number(trees.total)}`,
    `compared, and the same: ${plural(rows('session'), 'session')}, ${plural(rows('event'), 'event')}, ${plural(rows('edge'), 'cause')}, ${plural(rows('chain'), 'failure')}, ${plural(rows('block'), 'block')}; ` +
      `${number(tables.reduce((sum, each) => sum + each.rows, 0))} rows of ${tables.length} tables (sha256 ${hash.slice(0, 12)}…)`,
  ];
  if (trees.forgotten > 0) lines.push(`${plural(trees.forgotten, 'tree')} left out: forgotten there`);
  for (const { sessions, tables: where } of different)
    lines.push(`! not the same there: ${sessions.join(', ') || 'what failures say'} (${where.join(', ')})`);
  if (truncated) lines.push('! … and more');
  if (different.length > 0)
    lines.push(
      "  They were left as they are. `stemma ingest` reads what is new into the target; --replace puts the source's in their place.",
    );
  return `${lines.join('\n')}\n`;
}
