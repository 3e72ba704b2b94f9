import type { ToEvict } from '../../../ask/archive/to-evict.ts';
import { bytes, number, plural } from '../../text/amount.ts';
import { shortly } from '../../text/when.ts';
import { column, width } from '../../text/width.ts';
import { shortUids } from '../names.ts';
import type { RenderContext } from '../render-context.ts';

/** `34 MB of 12 sessions, of 120 MB in total`. */
export function evictionOf({ sessions, bytes: size, store }: ToEvict): string {
  return `${bytes(size)} of ${plural(sessions.length, 'session')}, of ${bytes(store.before)} in total`;
}

export function evictedLines(found: ToEvict, { now }: RenderContext): string {
  const first = found.sessions.slice(0, 20);
  const names = shortUids(first.map(({ uid }) => uid));
  const wide = Math.max(...[...names.values()].map(width));
  const lines = first.map(({ uid, endedAt, bytes: size }) => {
    const when = endedAt === null ? '' : shortly(new Date(endedAt).toISOString(), now);
    return `  ${column(names.get(uid)!, wide)}  ${column(bytes(size), 7, 'right')}  ${when}`.trimEnd() + '\n';
  });
  const more = found.sessions.length - first.length;
  return lines.join('') + (more > 0 ? `  … and ${number(more)} more\n` : '') + waitingLines(found);
}

export function waitingLines({ not_analyzed }: ToEvict): string {
  return not_analyzed === 0
    ? ''
    : `${plural(not_analyzed, 'session')} kept because not analyzed yet; \`stemma ingest\` analyzes them\n`;
}
