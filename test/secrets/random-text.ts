export type Random = () => number;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const alphabets: Readonly<Record<string, string>> = {
  d: digits,
  h: `${digits}abcdef`,
  a: lower + digits,
  A: upper + digits,
  m: lower + upper + digits,
  w: `${lower}${upper}${digits}_-`,
  b: `${lower}${upper}${digits}+/`,
};

export function pick<Item>(random: Random, items: ArrayLike<Item>): Item {
  return items[Math.floor(random() * items.length)]!;
}

/** `ghp_<m36>`: 36 letters or digits in the place of `<m36>`. A key ends in a letter, as what is copied mostly does. */
export function filled(template: string, random: Random): string {
  return template.replace(/<([dhaAmwb])(\d+)>/g, (_, alphabet: string, length: string) =>
    letters(alphabets[alphabet]!, Number(length), random),
  );
}

export function letters(alphabet: string, length: number, random: Random): string {
  // No separator at either end: there it could not be told from the text around it.
  const plain = alphabet.replace(/[_\-+/]/g, '');
  return Array.from({ length }, (_, at) => pick(random, at === 0 || at === length - 1 ? plain : alphabet)).join('');
}
