import { StemmaError } from '../../model/stemma-error.ts';

const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1e3,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  g: 1e9,
  gb: 1e9,
  t: 1e12,
  tb: 1e12,
};

/** Bytes of `500MB`, `2 GB`, `1.5g`. */
export function parseSize(flag: string, text: string): number {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,3})?) ?([kmgt]?b?)$/i.exec(text) ?? [];
  if (amount !== undefined) return Number(amount) * units[unit!.toLowerCase()]!;
  throw new StemmaError('bad-argument', `${flag} is "${text}".`, {
    hint: `${flag} takes a size such as 500MB or 2GB.`,
  });
}
