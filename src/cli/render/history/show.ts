import type { FileDiff, Part, Text } from '../../../ask/transcript/parts.ts';
import type { Session } from '../../../model/session.ts';
import { number, plural } from '../../text/amount.ts';
import { safeText } from '../../text/safe-text.ts';
import { clockTime } from '../../text/when.ts';
import { fit, wrap } from '../../text/width.ts';
import { shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { sessionHead } from '../session-head.ts';

const shownLines = 12;

export function renderHead(session: Session, context: RenderContext): string {
  return sessionHead(session, context);
}

/** One part of a conversation in a terminal. */
export function renderPart(part: Part, context: RenderContext, { full }: { readonly full: boolean }): string {
  const { ink, columns } = context;
  const wide = Math.min(columns, 100);
  const max = full ? Infinity : shownLines;
  switch (part.is) {
    case 'prompt': {
      const lines = wrap(whole(part.text), wide - 2);
      const time = part.at === null ? '' : ` ${clockTime(part.at)}`;
      if (!part.byPerson) return `${ink.dim(fit(`[harness]${time} ${lines[0] ?? ''}`, wide))}\n`;
      const images = part.images.length === 0 ? '' : `${ink.dim(`  [${plural(part.images.length, 'image')}]`)}\n`;
      return `\n${ink.bold(`>${time}`)}\n${cut(lines, full ? Infinity : 60)
        .map((line) => `${ink.bold(`> ${line}`.trimEnd())}\n`)
        .join('')}${images}\n`;
    }
    case 'message':
      return `${wrap(whole(part.text), wide)
        .map((line) => `${line}\n`)
        .join('')}\n`;
    case 'thinking':
      return cut(wrap(whole(part.text), wide - 2), max)
        .map((line) => `${ink.dim(`  ${line}`)}\n`)
        .join('');
    case 'note':
      return cut(wrap(whole(part.text), wide - 2), max)
        .map((line) => `${ink.yellow(`! ${line}`)}\n`)
        .join('');
    case 'call': {
      const head = `${ink.cyan(fit(`● ${shortPaths(part.summary, context)}`, wide))}\n`;
      const input = part.input !== null && full ? indented(part.input, wide, Infinity, ink.dim) : '';
      return head + input + part.diffs.map((diff) => diffLines(diff, context, max)).join('');
    }
    case 'result':
      return (
        (part.of === null ? '' : `${ink.dim(fit(`○ ${shortPaths(part.of, context)}`, wide))}\n`) +
        indented(part.output, wide, max, part.failed ? ink.red : ink.dim)
      );
    case 'gone':
      return `${ink.dim(fit(`  ${safeText(part.summary)} (contents no longer kept)`, wide))}\n`;
  }
}

function indented({ text, more }: Text, wide: number, max: number, paint: (text: string) => string): string {
  if (text.trim() === '') return '';
  const lines = safeText(text).trimEnd().split('\n');
  return cut([...lines, ...(more > 0 ? [`… ${number(more)} more characters`] : [])], max)
    .map((line) => `${paint(fit(`  │ ${line.replaceAll('\t', '    ')}`, wide))}\n`)
    .join('');
}

function diffLines({ hunks }: FileDiff, { ink, columns }: RenderContext, max: number): string {
  const lines = hunks.flatMap(({ lines: all }, at) => [...(at > 0 ? ['⋯'] : []), ...all]);
  return cut(lines, max === Infinity ? max : 40)
    .map((line) => {
      const text = fit(`  │ ${safeText(line).replaceAll('\t', '    ')}`, Math.min(columns, 100));
      const paint = line.startsWith('+') ? ink.green : line.startsWith('-') ? ink.red : ink.dim;
      return `${paint(text)}\n`;
    })
    .join('');
}

function cut(lines: readonly string[], max: number): readonly string[] {
  return lines.length <= max + 1 ? lines : [...lines.slice(0, max), `… ${number(lines.length - max)} more lines`];
}

function whole({ text, more }: Text): string {
  return safeText(more > 0 ? `${text}\n… ${number(more)} more characters` : text).trimEnd();
}
