import {
  acts,
  chainStates,
  errorKinds,
  edgeTypes,
  kinds,
  origins,
  roles,
  type Basis,
  type ChainBasis,
} from '../../model/words.ts';

/**
 * Values of the model as one-byte numbers: they are in every row of an event or edge, and as text they would be a tenth
 * of it. A number is its value's place in the model's list, from 1, and never changes. A new value needs a migration in
 * every store that adds it to table `code`, by which the views show them as text.
 */
export const kindCodes = coding(kinds);
export const actCodes = coding(acts);
export const roleCodes = coding(roles);
export const originCodes = coding(origins);
/** The more frequent one first: SQLite stores a 1 in no byte at all. */
export const basisCodes = coding<Basis>(['inferred', 'recorded', 'judged']);
/** Fifteen at most: put-edges.ts gives each four bits. */
export const edgeTypeCodes = coding(edgeTypes);

export const errorKindCodes = coding(errorKinds);
export const chainStateCodes = coding(chainStates);
/** A judged chain is a mined one that has a `judged`. */
export const chainBasisCodes = coding<ChainBasis>(['mined', 'manual']);

export interface Coding<Value extends string> {
  encode(value: Value | null): number | null;
  decode(code: number | null): Value | null;
  readonly values: readonly Value[];
}

/** `values` in the order of their numbers, from 1. */
function coding<Value extends string>(values: readonly Value[]): Coding<Value> {
  const codes = new Map(values.map((value, at) => [value, at + 1]));
  return {
    values,
    encode: (value) => (value === null ? null : codes.get(value)!),
    decode: (code) => (code === null ? null : values[code - 1]!),
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
}).flatMap(([field, { values }]) => values.map((word, at) => ({ field, code: at + 1, word })));
