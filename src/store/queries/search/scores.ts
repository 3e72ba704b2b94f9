import { kindCodes } from '../../rows/codes.ts';

/** How rare a term is: what an event that has it is worth. */
export function rarity(events: number, all: number): number {
  return Math.log(1 + (Math.max(all, events) - events + 0.5) / (events + 0.5));
}

/**
 * Okapi BM25 over a session: many events with a term count more than one, but ever less, and a long session must have
 * it more often than a short one.
 */
export function saturated(count: number, length: number, meanLength: number): number {
  const { often, byLength } = weights;
  return (count * (often + 1)) / (count + often * (1 - byLength + byLength * (length / meanLength)));
}

/** Chosen on questions that are not those the figures in docs/search.md are from; see decision 047. */
export const weights = {
  often: 1.2,
  byLength: 0.75,
  /** The best event, compared with the session as a whole. */
  bestEvent: 2,
  secondEvent: 0.3,
  /** Events that are near each other, taken together. */
  together: 1,
  /** So many events apart. */
  near: 3,
  /** Terms that stand beside each other, as in the question. */
  adjacent: 0.25,
  title: 0.5,
  /** An output that has a term, compared with a message or a command. */
  output: 0.25,
  /** A term in the rest of a text, compared with one in its beginning. */
  rest: 0.1,
  /** People look for what was said and what failed before what was run. */
  kinds: new Map([
    [kindCodes.encode('user_msg')!, 1.3],
    [kindCodes.encode('decision')!, 1.1],
    [kindCodes.encode('error')!, 1.1],
    [kindCodes.encode('assistant_msg')!, 1.2],
    [kindCodes.encode('tool_result')!, 0.6],
  ]) as ReadonlyMap<number, number>,
} as const;
