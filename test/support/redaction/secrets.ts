import { redact } from '../../../src/platform/redact.ts';

/** In every planted secret, near its beginning: letters only, so that no digit that is masked away hides a leak. */
const marker = 'zqxvkj';
const planted = new RegExp(`${marker}([a-p]{5})`, 'gi');

/** What can be planted. Put together here, so that no scanner takes this file for a leak. */
const kinds: readonly ((body: string) => string)[] = [
  (body) => ['ghp', fill(body, 36)].join('_'),
  (body) => ['AKIA', fill(body, 16).toUpperCase()].join(''),
  (body) => ['sk', 'ant', 'api03', fill(body, 40)].join('-'),
  (body) => ['xoxb', '123456789012', fill(body, 24)].join('-'),
  (body) => ['glpat', fill(body, 20)].join('-'),
];

/** Those that only what stands around them gives away: for texts, not for names. */
const framed: readonly ((body: string) => string)[] = [
  (body) => `postgres://app:${fill(body, 16)}@db.example/shop`,
  (body) => `DB_PASSWORD=${fill(body, 16)}`,
  (body) => `Authorization: Bearer ${fill(body, 30)}`,
];

/** Numbers from a seed, the same on every machine (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes secrets, each another one, and says where a leaked one was planted. */
export class Secrets {
  readonly #random: () => number;
  readonly #places: string[] = [];

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  get planted(): number {
    return this.#places.length;
  }

  /**
   * The text with a secret in it that redaction recognises there: what it does not recognise is the business of
   * redact.test.ts. Undefined when there is no such way.
   */
  plantInto(
    text: string,
    place: string,
    ways: readonly ((text: string, secret: string) => string)[],
  ): string | undefined {
    const body = this.#body(place);
    const first = Math.floor(this.#random() * ways.length);
    const secrets = /\s/.test(text) ? [this.#pick([...kinds, ...framed]), this.#pick(kinds)] : [this.#pick(kinds)];
    for (const secret of secrets) {
      for (let turn = 0; turn < ways.length; turn++) {
        const result = ways[(first + turn) % ways.length]!(text, secret(body));
        if (leaksIn(redact(result)).length === 0) return result;
      }
    }
    return undefined;
  }

  /** The places of the secrets in a text. */
  leaks(text: string): readonly string[] {
    return [...new Set(leaksIn(text).map((number) => this.#places[number] ?? 'half a secret'))];
  }

  /** Where the first of them is, for who looks for the cause. */
  around(text: string): string {
    const at = text.toLowerCase().indexOf(marker);
    return text.slice(Math.max(0, at - 60), at + 40);
  }

  #body(place: string): string {
    const number = this.#places.push(place) - 1;
    const letters = number
      .toString(16)
      .padStart(5, '0')
      .replaceAll(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]!);
    return `${marker}${letters}`;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)]!;
  }
}

/** The numbers of the secrets in a text; of one that was cut, -1. */
function leaksIn(text: string): readonly number[] {
  const lower = text.toLowerCase();
  if (!lower.includes(marker)) return [];
  const whole = [...lower.matchAll(planted)].map(([, letters]) =>
    Number.parseInt(
      letters!.replaceAll(/./g, (letter) => 'abcdefghijklmnop'.indexOf(letter).toString(16)),
      16,
    ),
  );
  return whole.length > 0 ? whole : [-1];
}

/** Mixed letters and digits behind the body, as real secrets have. */
function fill(body: string, length: number): string {
  return `${body}${'7Kq2Zr9Wm4Tb8Yc3Nd6Ve5Lf1Hs0Gp'.repeat(2)}`.slice(0, length);
}
