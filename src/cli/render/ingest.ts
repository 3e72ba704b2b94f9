import type { IngestReport } from '../../ingest/ingest.ts';
import { bytes, number, plural } from '../text/amount.ts';
import { span } from '../text/when.ts';

export function renderIngest({ files, sessions, events, lines, bytes: size, seconds, problems }: IngestReport): string {
  if (files === 0) return problems.length > 0 ? 'nothing was read\n' : 'nothing new\n';
  const kept = [
    `${number(lines.mapped)} became events`,
    lines.state > 0 && `${number(lines.state)} about the session`,
    lines.copy > 0 && `${number(lines.copy)} copies of lines already here`,
    lines.raw > 0 && `${number(lines.raw)} of unknown kinds, kept as they are`,
    lines.issue > 0 && `${number(lines.issue)} unreadable, kept as they are`,
  ].filter(Boolean);
  return (
    `read ${plural(files, 'file')} (${bytes(size)}) in ${span(seconds * 1000)}: ${plural(events, 'new event')} in ${plural(sessions, 'session')}\n` +
    `lines: ${kept.join(', ')}\n`
  );
}
