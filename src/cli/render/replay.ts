import { textOf } from '../../ask/payload.ts';
import type { Replayed } from '../../ask/replay.ts';
import { number } from '../text/amount.ts';
import { harmless } from '../text/harmless.ts';
import { fit, wrap } from '../text/width.ts';
import { eventLine } from './event-line.ts';
import { baseName } from './names.ts';
import type { Page } from './page.ts';

const mostLines = 12;

/** One event of a replay: its line, its content where it is asked for, and where it was read. */
export function renderReplayed({ event, place, content }: Replayed, page: Page): string {
  const { ink, columns } = page;
  const from = place ? `${baseName(place.path)}:${place.line}` : 'place not known';
  const text = eventLine(event, page);
  const provenance = `${' '.repeat(22)}${ink.dim(fit(`from ${from}`, columns - 22))}\n`;
  if (!content) return text + provenance;
  const lines = wrap(harmless(textOf(content)).replaceAll('\t', '    ').trim(), columns - 24);
  // One line is in the summary already.
  const shown = lines.length > 1 || lines[0]!.length > columns - 24 ? lines.slice(0, mostLines) : [];
  const more = lines.length - shown.length;
  return (
    text +
    shown.map((line) => `${' '.repeat(22)}${ink.dim('│')} ${line}`.trimEnd() + '\n').join('') +
    (shown.length > 0 && more > 0 ? `${' '.repeat(22)}${ink.dim(`│ … ${number(more)} more lines: stemma event ${event.id.slice(0, 10)}`)}\n` : '') +
    provenance
  );
}
