/**
 * What is taken from a source: running text, from which words are learned, and two texts that speak of the same
 * thing.
 */
export interface Sink {
  prose(text: string): void;
  /** `kind` tells how the two were found: training may weigh one kind above another. */
  pair(one: string, other: string, kind: PairKind): void;
}

export const pairKinds = ['error', 'message', 'told', 'term', 'heading', 'symbol', 'next', 'meaning'] as const;
export type PairKind = (typeof pairKinds)[number];
