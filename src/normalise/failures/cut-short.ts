import { plain } from '../text/one-line.ts';

/**
 * What shows that a command did not come to its end, though its agent calls it successful: it was ended at the agent's
 * time limit, or it still asks something that nobody will answer. Undefined when nothing shows it.
 */
export function cutShort(body: string): string | undefined {
  return timeLimit.exec(body.slice(-600))?.[0] ?? openQuestion(body);
}

/** OpenCode writes it behind the output. */
const timeLimit = /\bterminated command after exceeding timeout [\d.]+ ?m?s\b/;

/** Menus hide the cursor while they wait for an answer, and show it again afterwards. */
function openQuestion(body: string): string | undefined {
  const hides = body.lastIndexOf(hideCursor);
  if (hides < 0 || body.lastIndexOf(showCursor) > hides) return undefined;
  return /^\s*[?◆] +(\S[^\n]*\?)/mu.exec(plain(body.slice(hides, hides + longestQuestion)))?.[1];
}
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const longestQuestion = 2000;
