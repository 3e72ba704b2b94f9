/** How a tool's answer is made shorter: the answer with this many entries of its list, marked as truncated. */
export interface Shortening<Answer> {
  readonly length: (answer: Answer) => number;
  readonly to: (answer: Answer, length: number) => Answer;
}

/** In characters of JSON. Clients cut or refuse an answer of more than 25,000 tokens; its text comes on top of this. */
export const maxCharacters = 64_000;

/**
 * The answer, within the bound: first long texts are cut, and state how much is missing, then entries at the end of its
 * list are left out. Cutting comes first because a list with every entry in short serves better than three entries in
 * full. No text is cut below the length of a line.
 */
export function fit<Answer extends object>(
  answer: Answer,
  shortening?: Shortening<Answer>,
  max = maxCharacters,
): Answer {
  if (sizeOf(answer) <= max) return answer;
  let shortest = answer;
  for (const longest of [8000, 2000, 600]) {
    shortest = cutTexts(answer, longest);
    if (sizeOf(shortest) <= max) return shortest;
  }
  if (shortening) {
    const length = largest(shortening.length(shortest), (count) => sizeOf(shortening.to(shortest, count)) <= max);
    shortest = shortening.to(shortest, length);
    if (sizeOf(shortest) <= max) return shortest;
  }
  return lastResort(shortest, max);
}

/** Lists inside entries may be long too. Then every list is cut to its beginning. */
function lastResort<Answer extends object>(answer: Answer, max: number): Answer {
  for (const entries of [50, 20, 10, 5, 2, 1]) {
    for (const longest of [600, 160]) {
      const shorter = cutLists(cutTexts(answer, longest), entries) as Answer;
      if (sizeOf(shorter) <= max) return shorter;
    }
  }
  return cutLists(cutTexts(answer, 40), 1) as Answer;
}

/** The answer with no text longer than this. */
export function cutTexts<Value>(value: Value, longest: number): Value {
  if (typeof value === 'string') return cutText(value, longest) as Value;
  if (Array.isArray(value)) return value.map((each) => cutTexts(each, longest)) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cutTexts(each, longest)])) as Value;
}

export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const rest = text.length - longest;
  return `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}… [${rest} characters more]`;
}

function cutLists(value: unknown, max: number): unknown {
  if (Array.isArray(value)) return value.slice(0, max).map((each) => cutLists(each, max));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, each]) => [name, cutLists(each, max)] as const);
  return Object.fromEntries('truncated' in value ? [...entries, ['truncated', true]] : entries);
}

function largest(from: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, from];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
