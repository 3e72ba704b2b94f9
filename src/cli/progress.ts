import type { Progress } from '../ingest/ingest.ts';
import type { Output } from './app.ts';
import { bytes, number, plural } from './text/amount.ts';
import { oneLine } from './text/safe-text.ts';
import { fit } from './text/width.ts';

const often = 80;

/** A progress bar on one line of a terminal; nothing elsewhere. */
export function progressBar(
  output: Output,
  clock: () => number,
): { readonly show: (progress: Progress) => void; readonly end: () => void } {
  const { show, end } = passingLine(output, clock);
  return { show: (progress) => show((columns) => barLine(progress, columns)), end };
}

/** A line that the next one overwrites. */
export function passingLine(
  output: Output,
  clock: () => number,
): { readonly show: (line: (columns: number) => string) => void; readonly end: () => void } {
  let last = -Infinity;
  let shown = false;
  if (!output.isTerminal) return { show() {}, end() {} };
  return {
    show(line) {
      const now = clock();
      if (now - last < often) return;
      last = now;
      shown = true;
      void output.write(`\r\x1b[2K${line(output.columns - 1)}`);
    },
    end() {
      if (shown) void output.write('\r\x1b[2K');
    },
  };
}

export function barLine({ files, bytes: size, events, path }: Progress, columns: number): string {
  const facts = `${number(files.done)}/${plural(files.total, 'file')}  ${bytes(size.done)} of ${bytes(size.total)}  ${plural(events, 'event')}`;
  const name = path ? `  ${oneLine(path.split(/[/\\]/).at(-1) ?? '')}` : '';
  return fit(`${bar(size.done, size.total)}  ${facts}${name}`, columns);
}

export function bar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * 20);
  return `${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ${String(Math.floor(share * 100)).padStart(3)}%`;
}
