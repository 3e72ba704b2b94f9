import { brief } from '../facts/message-text.ts';

/**
 * At most `most` characters of a text with line ends: code blocks and empty lines go first, then lines from the middle,
 * as messages begin with what they are about and end with what is left.
 */
export function shortened(text: string, most: number): string {
  const whole = tidy(text);
  if (whole.length <= most) return whole;
  const bare = tidy(text.replace(fence, '```…```'));
  if (bare.length <= most) return bare;
  const lines = bare.split('\n');
  const [head, tail]: [string[], string[]] = [[], []];
  let left = most - 2;
  for (let from = 0, to = lines.length - 1; from <= to;) {
    // Three of five lines from the beginning.
    const isHead = head.length * 2 <= tail.length * 3;
    const line = lines[isHead ? from : to]!;
    if (line.length + 1 > left) break;
    left -= line.length + 1;
    if (isHead) head.push(lines[from++]!);
    else tail.unshift(lines[to--]!);
  }
  if (head.length + tail.length < 2) return brief(bare.replaceAll('\n', ' '), most);
  return [...head, '…', ...tail].join('\n');
}

/** The beginning of a text and the headings of the rest: a long request is a plan. */
export function outlined(text: string, most: number): string {
  const whole = tidy(text);
  const begin = brief(whole, Math.round(most * 0.8));
  const headings = whole
    .slice(begin.length)
    .split('\n')
    .flatMap((line) => /^\s*#{1,6}\s+(.+)$/.exec(line)?.[1] ?? []);
  if (headings.length < 2) return brief(whole, most);
  return `${begin}\n(then: ${brief(headings.join('; '), Math.round(most * 0.2))})`;
}

const fence = /```[\s\S]*?(?:```|$)/g;

/** A text without empty lines. */
export function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .join('\n');
}
