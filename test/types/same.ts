/** Compiles only when both types are one and the same, `readonly` and `?` included: `same<A, B>(true)`. */
export function same<A, B>(isSame: Same<A, B>): Same<A, B> {
  return isSame;
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
