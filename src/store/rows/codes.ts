import {
  acts,
  bases,
  chainBases,
  chainStates,
  errorKinds,
  edgeTypes,
  kinds,
  origins,
  roles,
  type Act,
  type Basis,
  type ChainBasis,
  type ChainState,
  type ErrorKind,
  type EdgeType,
  type Kind,
  type Origin,
  type Role,
} from '../../model/words.ts';

/**
 * Words of the model as one-byte numbers: they stand in every row of an event or edge, and spelled out they would be
 * a tenth of it. A number belongs to its word for ever; a new word gets the next number and, in every store, a
 * migration that adds it to table `code`, by which the views spell them out.
 */
export const kindCodes = coding<Kind>(
  [
    'user_msg',
    'assistant_msg',
    'thinking',
    'tool_call',
    'tool_result',
    'error',
    'test_run',
    'edit',
    'retry',
    'human_intervention',
    'decision',
    'lifecycle',
    'completion',
  ],
  kinds,
);
export const actCodes = coding<Act>(
  ['read', 'search', 'edit', 'check', 'vcs', 'shell', 'web', 'plan', 'agent', 'other'],
  acts,
);
export const roleCodes = coding<Role>(['user', 'assistant', 'tool', 'system'], roles);
export const originCodes = coding<Origin>(['human', 'skill', 'compaction', 'notification', 'harness'], origins);
/** The more frequent one first: SQLite keeps a 1 in no byte at all. */
export const basisCodes = coding<Basis>(['inferred', 'recorded'], bases);
/** Fifteen at most: put-edges.ts gives each four bits. */
export const edgeTypeCodes = coding<EdgeType>(
  ['asked', 'informed', 'reacted', 'retried', 'verifies', 'spawned', 'returned', 'continued'],
  edgeTypes,
);

export const errorKindCodes = coding<ErrorKind>(['real', 'benign', 'denied', 'cascade'], errorKinds);
export const chainStateCodes = coding<ChainState>(['open', 'unverified', 'resolved', 'failed'], chainStates);
export const chainBasisCodes = coding<ChainBasis>(['mined', 'manual'], chainBases);

export interface Coding<Word extends string> {
  encode(word: Word | null): number | null;
  decode(code: number | null): Word | null;
  readonly words: readonly Word[];
}

/** `words` in the order of their numbers, from 1. */
function coding<Word extends string>(words: readonly Word[], all: readonly Word[]): Coding<Word> {
  const missing = all.filter((word) => !words.includes(word));
  if (missing.length > 0) throw new Error(`There is no number for ${missing.join(', ')}; see codes.ts.`);
  const codes = new Map(words.map((word, at) => [word, at + 1]));
  return {
    words,
    encode: (word) => (word === null ? null : codes.get(word)!),
    decode: (code) => (code === null ? null : words[code - 1]!),
  };
}

/** Rows of table `code`. */
export const codeRows = Object.entries({
  kind: kindCodes,
  act: actCodes,
  role: roleCodes,
  origin: originCodes,
  basis: basisCodes,
  edge_type: edgeTypeCodes,
  error_kind: errorKindCodes,
  chain_state: chainStateCodes,
  chain_basis: chainBasisCodes,
}).flatMap(([field, { words }]) => words.map((word, at) => ({ field, code: at + 1, word })));
