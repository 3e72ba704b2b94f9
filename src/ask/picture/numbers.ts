/** `1,234 steps`, `1 step`; without a noun the number alone. */
export function count(number: number, noun = ''): string {
  const digits = number.toLocaleString('en');
  if (noun === '') return digits;
  return `${digits} ${number === 1 ? noun : `${noun}s`}`;
}

export function percent(confidence: number): string {
  return `${Math.round(confidence * 100)}%`;
}
