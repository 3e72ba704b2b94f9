import { redact } from '../../platform/redact.ts';
import { plain } from './one-line.ts';

/**
 * The beginning of a text as it may be shown: plain and redacted, long enough for a summary and for search. It is cut
 * for them only afterwards: half a key is still a key, and is not recognised any more.
 */
export function clean(text: string): string {
  return redact(plain(text.length > window ? beginning(text) : text));
}

const window = 800;

/** Up to a space where there is one, so that what is last is whole. */
function beginning(text: string): string {
  const start = text.slice(0, window);
  const space = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'));
  return space > window / 2 ? start.slice(0, space) : start;
}
