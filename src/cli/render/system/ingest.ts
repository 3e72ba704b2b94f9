import type { IngestReport } from '../../../ingest/ingest.ts';
import { bytes, number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { span } from '../../text/when.ts';
import { wrap } from '../../text/width.ts';

export interface IngestRenderOptions {
  readonly columns?: number;
  /** The files and folders to read; the whole machine when absent. */
  readonly below?: readonly string[];
  /** The events were derived again from the archived bytes. */
  readonly again?: true;
}

export function renderIngest(report: IngestReport, { below, again, columns = 80 }: IngestRenderOptions = {}): string {
  const { files, sessions, events, lines, bytes: size, seconds } = report;
  if (files === 0) return nothing(report, below) + leftOut(report);
  const kept = [
    `${number(lines.mapped)} became events`,
    lines.state > 0 && `${number(lines.state)} about the session`,
    lines.copy > 0 && `${number(lines.copy)} copies of lines already here`,
    lines.raw > 0 && `${number(lines.raw)} of unknown kinds, kept as they are`,
    lines.issue > 0 && `${number(lines.issue)} unreadable, kept as they are`,
  ].filter(Boolean);
  const made = again ? `${plural(events, 'event')} made again` : plural(events, 'new event');
  const text =
    `read ${plural(files, 'file')} (${bytes(size)}) in ${span(seconds * 1000)}: ${made} in ${plural(sessions, 'session')}\n` +
    `lines: ${kept.join(', ')}\n${leftOut(report)}`;
  return wrap(text, columns).join('\n');
}

function nothing({ seen, problems }: IngestReport, below: readonly string[] | undefined): string {
  if (problems.length > 0) return 'nothing was read\n';
  if (seen > 0) return 'nothing new\n';
  return below
    ? `no transcripts found below ${below.map(oneLine).join(', ')}\n`
    : 'no transcripts found on this machine\n';
}

function leftOut({ forgotten }: IngestReport): string {
  if (forgotten === 0) return '';
  return `${plural(forgotten, 'file')} left out: ${forgotten === 1 ? 'its session was' : 'their sessions were'} forgotten\n`;
}
