import { cut } from '../../normalise/text/one-line.ts';

const lineLength = 400;

/**
 * A text in about so many characters: its beginning, its end, and between them lines that matter. What is left out is
 * counted.
 */
export function fitText(text: string, room: number, matters: (line: string) => boolean): string {
  if (text.length <= room) return text;
  const lines = text.split('\n').map((line) => cut(line, lineLength));
  const chosen = new Set<number>();
  let left = room;
  const take = (at: number): boolean => {
    if (chosen.has(at)) return true;
    const cost = lines[at]!.length + 1;
    if (cost > left) return false;
    left -= cost;
    chosen.add(at);
    return true;
  };
  for (let at = 0; at < lines.length && left > room * 0.6; at++) if (!take(at)) break;
  for (let at = lines.length - 1; at >= 0 && left > room * 0.3; at--) if (!take(at)) break;
  for (let at = 0; at < lines.length && left > 0; at++) if (!chosen.has(at) && matters(lines[at]!)) take(at);
  return withGaps(lines, chosen);
}

function withGaps(lines: readonly string[], chosen: ReadonlySet<number>): string {
  const shown: string[] = [];
  let missing = 0;
  const close = (): void => {
    if (missing > 0) shown.push(`[… ${missing} ${missing === 1 ? 'line' : 'lines'} …]`);
    missing = 0;
  };
  for (const [at, line] of lines.entries()) {
    if (!chosen.has(at)) {
      missing++;
      continue;
    }
    close();
    shown.push(line);
  }
  close();
  return shown.join('\n');
}
