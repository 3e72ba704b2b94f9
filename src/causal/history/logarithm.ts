const logarithms = Float64Array.from({ length: 8_192 }, (_, number) => Math.log(number));

/** Of a whole number. The same small ones are asked for again and again. */
export function logarithm(number: number): number {
  return number < logarithms.length ? logarithms[number]! : Math.log(number);
}
