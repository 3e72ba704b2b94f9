import type { CheckKind } from '../../../model/operation.ts';

/**
 * The kinds of check whose failure an output ends with. A hook runs several, one after another, and stops at the first
 * that fails: only the end of its output shows which it was.
 */
export function failedChecks(output: string): ReadonlySet<CheckKind> {
  const end = output.slice(-1500);
  const kinds = new Set<CheckKind>();
  for (const [kind, pattern] of signs) if (pattern.test(end)) kinds.add(kind);
  return kinds;
}

const signs: readonly (readonly [CheckKind, RegExp])[] = [
  ['type', /\berror TS\d+|\btsc\b|\bmypy\b|\bpyright\b|type-?check/i],
  ['lint', /\blint|eslint|biome|ruff|prettier|clippy|formatt(?:er|ing)|\brubocop\b/i],
  ['test', /\b[1-9]\d* fail(?:ed|ing|ures?)?\b|\btests? failed|--- FAIL|"test" exited/i],
  ['build', /build failed|could not compile|failed to compile/i],
];
