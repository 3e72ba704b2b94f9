import { textOf } from '../../../ask/event/payload.ts';
import type { Replayed } from '../../../ask/replay/replay.ts';
import type { What } from '../../../model/draft.ts';
import { plural } from '../../text/amount.ts';
import { safeText, oneLine } from '../../text/safe-text.ts';
import { column, width, wrap } from '../../text/width.ts';
import { eventLine } from '../event-line.ts';
import { shortId } from '../names.ts';
import type { RenderContext } from '../render-context.ts';

const mostLines = 12;
const margin = 8;

/**
 * One event of a replay with the line of its file and, if requested, its content. `before` is the previous event.
 */
export function renderReplayed(
  { event, place, content }: Replayed,
  before: Replayed | undefined,
  context: RenderContext,
): string {
  const { ink, columns } = context;
  const line = eventLine(event, { ...context, columns: columns - margin }).trimEnd();
  const provenance = column(place ? `:${place.line}` : '?', margin - 1, 'right');
  const text = `${newFile(place, before?.place, context)}${padded(line, columns - margin)} ${ink.dim(provenance)}\n`;
  return content ? text + block(content, event.id, context) : text;
}

function newFile(
  place: Replayed['place'],
  before: Replayed['place'] | undefined,
  { ink, columns }: RenderContext,
): string {
  if (!place || (place.path === before?.path && place.version === before.version)) return '';
  const version = place.version > 0 ? ` (version ${place.version})` : '';
  return wrap(oneLine(`from ${place.path}${version}`), columns)
    .map((line) => `${ink.dim(line)}\n`)
    .join('');
}

/** The content, if it adds something to the event's line. */
function block(content: What, id: string, { ink, columns }: RenderContext): string {
  const bar = `    ${ink.dim('│')} `;
  const lines = wrap(safeText(contentText(content)).replaceAll('\t', '    ').trim(), columns - 6);
  if (lines.length === 1 && lines[0]!.length < columns - 24 - margin) return '';
  const shown = lines.slice(0, mostLines).map((line) => `${bar}${line}`.trimEnd());
  const more = lines.length - mostLines;
  if (more > 0) shown.push(`${bar}${ink.dim(`… ${plural(more, 'more line')}: stemma event ${shortId(id)}`)}`);
  return `${shown.join('\n')}\n`;
}

/** A call as `name: value` lines, easier to read than JSON; a single short line would only repeat the summary. */
function contentText(content: What): string {
  if (content.is !== 'call' || typeof content.input !== 'object' || content.input === null) return textOf(content);
  return Object.entries(content.input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

/** `column` for text that already has colours: escapes take no room. */
function padded(line: string, columns: number): string {
  return line + ' '.repeat(Math.max(0, columns - width(line.replace(/\x1b\[\d+m/g, ''))));
}
