import { textOf } from '../../ask/payload.ts';
import type { What } from '../../model/draft.ts';
import type { Replayed } from '../../ask/replay.ts';
import { plural } from '../text/amount.ts';
import { harmless } from '../text/harmless.ts';
import { fit, wrap } from '../text/width.ts';
import { eventLine } from './event-line.ts';
import { baseName, shortId } from './names.ts';
import type { Page } from './page.ts';

const mostLines = 12;

/** One event of a replay: its line, its content where it is asked for, and where it was read. */
export function renderReplayed({ event, place, content }: Replayed, page: Page): string {
  const { ink, columns } = page;
  const from = place ? `${baseName(place.path)}:${place.line}` : 'place not known';
  const text = eventLine(event, page);
  const provenance = `${' '.repeat(22)}${ink.dim(fit(`from ${from}`, columns - 22))}\n`;
  if (!content) return text + provenance;
  const lines = wrap(harmless(contentText(content)).replaceAll('\t', '    ').trim(), columns - 24);
  // One line is in the summary already.
  const shown = lines.length > 1 || lines[0]!.length > columns - 24 ? lines.slice(0, mostLines) : [];
  const more = lines.length - shown.length;
  return (
    text +
    shown.map((line) => `${' '.repeat(22)}${ink.dim('│')} ${line}`.trimEnd() + '\n').join('') +
    (shown.length > 0 && more > 0 ? `${' '.repeat(22)}${ink.dim(`│ … ${plural(more, 'more line')}: stemma event ${shortId(event.id)}`)}\n` : '') +
    provenance
  );
}

/** A call as `name: value` lines: easier to read than JSON, and one short line says no more than the summary. */
function contentText(content: What): string {
  if (content.is !== 'call' || typeof content.input !== 'object' || content.input === null) return textOf(content);
  return Object.entries(content.input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
