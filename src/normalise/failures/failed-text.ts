import { plain } from '../text/one-line.ts';
import { twoEnds } from '../text/two-ends.ts';

/** The text of a failed output in which its line is looked for: both ends, without colours and spinners. */
export function failedText(body: string): string {
  const text = plain(twoEnds(body));
  return text.includes('...') ? text.replace(spinner, ' ') : text;
}

/** Frames that a terminal draws over each other: `- Uploading...\ Uploading...| Uploading...`. */
const spinner = /(?:[-\\|/\u2800-\u28ff] ?[A-Za-z][\w ]{0,40}\.{3}){3,}/g;
